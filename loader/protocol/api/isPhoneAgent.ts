/**
 * Whether wallets are apps of the visitor's device, as far as the User-Agent says. An iPad may identify as a Mac, which
 * only its browser can tell.
 */
export const isPhoneUserAgent = (userAgent: string): boolean => /Android|iPhone|iPad|iPod/i.test(userAgent)
