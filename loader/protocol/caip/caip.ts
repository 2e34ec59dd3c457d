import { AppError } from '../errors/appError.ts'
import { commonErrors } from '../errors/commonErrors.ts'
import { type ChainNamespace, namespaces } from './namespaces.ts'

export const isChainNamespace = (value: string): value is ChainNamespace => Object.hasOwn(namespaces, value)

/** Splits a CAIP-10 account id, or throws. `chainId` is the reference without its namespace. */
export const parseCaipAddress = (
  value: string,
): { chainNamespace: ChainNamespace; chainId: string; address: string } => {
  const [chainNamespace, chainId, address, ...rest] = value.split(':')
  if (!chainNamespace || !chainId || !address || rest.length > 0 || !isChainNamespace(chainNamespace))
    throw new AppError(commonErrors.INVALID_CAIP_ADDRESS, { values: { value } })
  return { chainNamespace, chainId, address }
}

/** Splits a CAIP-2 network id, or throws. The namespace may be unknown to AppKit. */
export const parseCaipNetworkId = (value: string): { chainNamespace: string; chainId: string } => {
  const [chainNamespace, chainId, ...rest] = value.split(':')
  if (!chainNamespace || !chainId || rest.length > 0)
    throw new AppError(commonErrors.INVALID_CAIP_NETWORK_ID, { values: { value } })
  return { chainNamespace, chainId }
}
