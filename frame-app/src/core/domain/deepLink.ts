import type { Device } from './device.ts'

/** A wallet's own link from the directory or the host, e.g. `harbor://` or `https://harbor.example/app`. */
type Base = string | undefined

/** The URL that opens a wallet app with a pairing. Null if this device can't open such a URL. */
export const pairingLink = (base: Base, uri: string, device: Device): string | null => {
  // Telegram on Android decodes a URL once before the wallet gets it, so the URL is encoded twice.
  const text = device.isTelegram && device.system === 'android' ? encodeURIComponent(uri) : uri
  return walletLink(base, `uri=${encodeURIComponent(text)}`, uri, device)
}

/** The URL that opens a wallet app with the request that waits there. */
export const requestLink = (base: Base, requestId: number | string, topic: string, device: Device): string | null => {
  const query = `requestId=${encodeURIComponent(requestId)}&sessionTopic=${encodeURIComponent(topic)}`
  return walletLink(base, query, `wc?${query}`, device)
}

const walletLink = (base: Base, query: string, start: string, device: Device): string | null => {
  const safe = base === undefined ? null : checkLink(base)
  if (safe === null) return null
  if (device.isTelegram && !safe.startsWith('https://')) return null
  // A wallet that runs inside Telegram gets one start parameter, which has a limited alphabet.
  if (safe.startsWith('https://t.me/')) return `${withoutSlash(safe)}?startapp=${encodeURIComponent(pack(start))}`
  return `${withSlash(safe)}wc?${query}`
}

/** Base64 without padding, because the start parameter of a Telegram link does not allow `=`. */
const pack = (text: string): string => btoa(text).replace(/=+$/, '')

/**
 * URL schemes that run code in this page, read files or bypass the browser's rules. A link with another scheme can only
 * open an app.
 */
const refusedSchemes = new Set([
  'about',
  'blob',
  'chrome',
  'content',
  'data',
  'file',
  'filesystem',
  'ftp',
  'intent',
  'jar',
  'javascript',
  'mailto',
  'resource',
  'sms',
  'tel',
  'vbscript',
  'view-source',
  'ws',
  'wss',
])
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/

/** Returns `link` if it is safe as `href`, or null. */
export const checkLink = (link: string): string | null => {
  const { scheme, rest } = /^(?<scheme>[a-z][a-z0-9+.-]*):(?<rest>[!-~]*)$/i.exec(link.trim())?.groups ?? {}
  if (scheme === undefined || rest === undefined) return null
  const name = scheme.toLowerCase()
  if (refusedSchemes.has(name)) return null
  if (name !== 'https' && name !== 'http') return rest.startsWith('//') ? `${name}:${rest}` : `${name}://${rest}`
  const url = URL.canParse(`${name}:${rest}`) ? new URL(`${name}:${rest}`) : null
  // Plain HTTP is allowed for a wallet on the developer's machine.
  return url && !url.username && !url.password && (name === 'https' || loopback.test(url.hostname)) ? url.href : null
}

const withSlash = (link: string): string => (link.endsWith('/') ? link : `${link}/`)
const withoutSlash = (link: string): string => link.replace(/\/$/, '')
