import type { Device } from './device.ts'

/** A wallet's own link from the directory or the host, e.g. `harbor://` or `https://harbor.example/app`. */
type Base = string | undefined

/** The address that hands a pairing to a wallet, or null where this device can't open one from here. */
export const pairingLink = (base: Base, uri: string, device: Device): string | null => {
  // Telegram on Android decodes an address once on its way.
  const text = device.isTelegram && device.system === 'android' ? encodeURIComponent(uri) : uri
  return walletLink(base, `uri=${encodeURIComponent(text)}`, uri, device)
}

/** The address that brings a wallet to the front, with the request that waits there. */
export const requestLink = (base: Base, requestId: number | string, topic: string, device: Device): string | null => {
  const query = `requestId=${encodeURIComponent(requestId)}&sessionTopic=${encodeURIComponent(topic)}`
  return walletLink(base, query, `wc?${query}`, device)
}

const walletLink = (base: Base, query: string, start: string, device: Device): string | null => {
  const safe = base === undefined ? null : checkLink(base)
  if (safe === null) return null
  if (device.isTelegram && !safe.startsWith('https://')) return null
  // A wallet that lives in Telegram is started with one parameter of few characters.
  if (safe.startsWith('https://t.me/')) return `${withoutSlash(safe)}?startapp=${encodeURIComponent(pack(start))}`
  return `${withSlash(safe)}wc?${query}`
}

/** Base64 of ASCII, without the padding that the parameter does not take. */
const pack = (text: string): string => btoa(text).replace(/=+$/, '')

/**
 * Schemes that run code in this page, read files or reach past the browser's own rules. Any other name belongs to an app,
 * and only an app can answer it.
 */
const refused = new Set([
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

/** The link as it may stand in `href`, or null. */
export const checkLink = (link: string): string | null => {
  const { scheme, rest } = /^(?<scheme>[a-z][a-z0-9+.-]*):(?<rest>[!-~]*)$/i.exec(link.trim())?.groups ?? {}
  if (scheme === undefined || rest === undefined) return null
  const name = scheme.toLowerCase()
  if (refused.has(name)) return null
  if (name !== 'https' && name !== 'http') return rest.startsWith('//') ? `${name}:${rest}` : `${name}://${rest}`
  const url = URL.canParse(`${name}:${rest}`) ? new URL(`${name}:${rest}`) : null
  // Plain HTTP is for a wallet on the developer's own machine.
  return url && !url.username && !url.password && (name === 'https' || loopback.test(url.hostname)) ? url.href : null
}

const withSlash = (link: string): string => (link.endsWith('/') ? link : `${link}/`)
const withoutSlash = (link: string): string => link.replace(/\/$/, '')
