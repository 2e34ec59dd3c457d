/**
 * Matches a link with an app's own scheme, but no link to a web page or a script. Anchored, since a browser skips
 * whitespace before a scheme.
 */
export const appLinkPattern = /^(?!http|java)[\w.+-]+:\/\//i
