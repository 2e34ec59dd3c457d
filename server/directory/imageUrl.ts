import { isLoopbackHost } from '../src/http/egress/publicAddress.ts'

/**
 * Tells whether an operator may configure this image URL. Plain http is allowed only on this machine, for development.
 */
export const isImageUrl = (address: string): boolean => {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (url.protocol === 'data:') return /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)(?:;[a-z0-9=-]+)*,/.test(address)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}
