/** An app's own scheme: neither a page nor a script. Anchored, since a browser skips whitespace before a scheme. */
export const appLinkPattern = /^(?!http|java)[\w.+-]+:\/\//i
