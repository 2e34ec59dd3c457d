/** An app's own scheme: neither a page nor a script. Anchored, since a browser skips whitespace before a scheme. */
export const appLink = /^(?!http|java)[\w.+-]+:\/\//i
