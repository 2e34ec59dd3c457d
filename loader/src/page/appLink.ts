/** An app's own scheme: neither a page nor script. Anchored, since a browser skips what stands before a scheme. */
export const appLink = /^(?!http|java)[\w.+-]+:\/\//i
