import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { balanceReaders } from './readers.ts'

/** Parses a CAIP-10 account. Null if its address is invalid. */
export const parseAccount = (value: string): { caipNetworkId: string; address: string } | null => {
  try {
    const { chainNamespace, chainId, address } = parseCaipAddress(value)
    if (!isAddressOf(chainNamespace, address)) return null
    return { caipNetworkId: `${chainNamespace}:${chainId}`, address: foldAddress(address) }
  } catch {
    // The text is no CAIP address, so the route answers 400.
    return null
  }
}

/** Checks the whole address, so that it can't add segments to a REST path. */
export const isAddressOf = (namespace: ChainNamespace, address: string): boolean =>
  namespaces[namespace].address.test(address) && balanceReaders[namespace].isAddress?.(address) !== false

/** The upper case of an EVM address is only its checksum, so the cache knows each account once. */
export const foldAddress = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)
