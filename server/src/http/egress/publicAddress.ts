import { BlockList, isIPv4 } from 'node:net'

/**
 * IPv4 ranges that are not public: the special-purpose ranges of IANA's registry, and a cloud's metadata service, which
 * has a public address.
 */
const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4')

/**
 * The global unicast block of IPv6. Mapped, translated and local addresses are outside this block, so they are not
 * public.
 */
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  // IPv6 ranges that are not public. Teredo and 6to4 addresses embed an IPv4 address, which may be private. The other
  // ranges are for documentation.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Tells whether an IP address is on the public internet. Other addresses may belong to the private network of this
 * machine.
 */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !notPublic.check(address, 'ipv4')
    : unicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')

export const isLoopbackAddress = (address: string): boolean =>
  loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** Tells whether the host name of a URL is this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/.test(hostname)
