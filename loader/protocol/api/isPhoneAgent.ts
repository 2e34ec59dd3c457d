/**
 * Whether the User-Agent names a phone or tablet, where wallets are apps. An iPad may identify as a Mac, which only
 * code in its browser can detect.
 */
export const isPhoneUserAgent = (userAgent: string): boolean => /Android|iPhone|iPad|iPod/i.test(userAgent)
