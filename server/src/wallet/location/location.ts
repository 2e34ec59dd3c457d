import { BlockList } from 'node:net'
import type { CountryFinder } from './countryTable.ts'
import { readIpAddress } from './ipAddress.ts'

/**
 * A visitor's location: a country (ISO 3166, two letters), `own` for a private network, or an empty text if unknown.
 */
export type VisitorLocation = string

export const ownNetworkLocation: VisitorLocation = 'own'

/** Locates a client's IP address. Accepts any text, because a proxy may send anything. */
export type VisitorLocator = (address: string) => VisitorLocation

export const createVisitorLocator =
  (findCountry: CountryFinder): VisitorLocator =>
  (text) => {
    const address = readIpAddress(text)
    if (!address) return ''
    return isOfOwnNetwork(address) ? ownNetworkLocation : findCountry(address)
  }

/**
 * The private ranges of IP addresses. A client with a private address is in the server's network, or connects through a
 * proxy in it.
 */
const ownNetworks = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  ownNetworks.addSubnet(network, prefix, 'ipv4')
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')
ownNetworks.addSubnet('fe80::', 10, 'ipv6')

const isOfOwnNetwork = (address: Uint8Array): boolean =>
  address.length === 4
    ? ownNetworks.check(address.join('.'), 'ipv4')
    : ownNetworks.check(
        Buffer.from(address)
          .toString('hex')
          .replace(/.{4}(?!$)/g, '$&:'),
        'ipv6',
      )
