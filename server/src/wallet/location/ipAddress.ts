import { isIPv4, isIPv6 } from 'node:net'

/** Parses an IP address to its 4 or 16 bytes, or returns null. An IPv4-mapped IPv6 address yields IPv4. */
export const readIpAddress = (text: string): Uint8Array | null => {
  if (isIPv4(text)) return new Uint8Array(text.split('.').map(Number))
  // Drop the zone id after %, which names a local network interface.
  const [address = ''] = text.split('%')
  if (!isIPv6(address)) return null
  const bytes = new Uint8Array(groupsOf(address).flatMap((group) => [group >> 8, group & 0xff]))
  return isMapped(bytes) ? bytes.slice(12) : bytes
}

/** The URL parser returns the canonical form of an IPv6 address: groups in hex, and at most one "::". */
const groupsOf = (address: string): number[] => {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - start.length - end.length).fill('0')
  return [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16))
}

const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
const isMapped = (bytes: Uint8Array): boolean => mapped.every((byte, index) => bytes[index] === byte)
