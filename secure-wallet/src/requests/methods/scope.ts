import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import { type Address, getAddress, isAddress } from 'viem'
import type { Approvals } from '../../approval/approvals.ts'
import type { NodeClient } from '../../session/node.ts'
import type { TokenLists } from '../../session/tokenList.ts'
import type { WalletKeys } from '../../unlock/keys.ts'
import type { SendFlowRequest } from '../../windows/flows/flow.ts'
import type { AskingSite } from '../askingSite.ts'
import type { Recipients } from '../describe/recipients.ts'
import type { NonceAllocator } from '../fees/nonces.ts'
import type { SiteLimits } from '../limits/siteLimits.ts'
import type { BundleStore } from './bundles.ts'
import type { SentTransactions } from './sentTransactions.ts'

/** Everything that the RPC methods work with. No part of the scope comes from the request or the host page. */
export type RpcScope = {
  /** Origin of the host page, as the browser attested it. */
  host: string
  site: AskingSite
  networks: readonly Network[]
  keys: WalletKeys
  /** The client of the operator's node. Its errors have the product's error codes. */
  node: NodeClient
  /** The operator's token lists. Only the tokens in them have names that a card may trust. */
  tokenLists: TokenLists
  approvals: Approvals
  nonces: NonceAllocator
  bundles: BundleStore
  sent: SentTransactions
  recipients: Recipients
  limits: SiteLimits
  /** Sends a request to the server with the visitor's session. */
  ask: SendFlowRequest
  now(): number
}
export type RpcContext = { scope: RpcScope; network: Network; chainId: CaipNetworkId }

/** The name that the operator gave the site, or else its host name. */
export const siteName = ({ host, site }: Pick<RpcScope, 'host' | 'site'>): string =>
  site.shown.name ?? new URL(host).host

/** Returns the network with this chain id. Throws unless the network belongs to the project and to this namespace. */
export const findNetwork = (networks: readonly Network[], chainId: string, chainNamespace: ChainNamespace): Network => {
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  if (network?.chainNamespace !== chainNamespace) throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
  return network
}

const evmAccount = ({ keys }: RpcScope): Address => {
  const accounts = keys.accounts()
  if (!accounts) throw new AppError(commonErrors.UNAUTHORIZED)
  return getAddress(accounts.eip155)
}
const solanaAccount = ({ keys }: RpcScope): string => {
  const accounts = keys.accounts()
  if (!accounts) throw new AppError(commonErrors.UNAUTHORIZED)
  return accounts.solana
}

export const checkOwnEvmAddress = (scope: RpcScope, address: string | undefined): Address => {
  const account = evmAccount(scope)
  if (address !== undefined && getAddress(address) !== account) throw new AppError(walletErrors.FOREIGN_ACCOUNT)
  return account
}
export const checkOwnSolanaAddress = (scope: RpcScope, address: string | undefined): string => {
  const account = solanaAccount(scope)
  if (address !== undefined && address !== account) throw new AppError(walletErrors.FOREIGN_ACCOUNT)
  return account
}

export const hexSchema = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-fA-F]{2})*$/),
  v.transform((text) => text as `0x${string}`),
)
/** An EVM address. Upper and lower case letters are a checksum (ERC-55), which must be valid. */
export const evmAddressSchema = v.pipe(
  v.string(),
  v.check((text) => isAddress(text)),
  v.transform((text) => getAddress(text)),
)
export const quantitySchema = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/)), v.pipe(v.number(), v.safeInteger(), v.minValue(0))]),
  v.transform((value) => BigInt(value)),
)
