import type { CaipNetworkId, HostNetwork } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { isChainNamespace, parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import { adapters } from '../chains/index.ts'
import { checkLink } from '../domain/deepLink.ts'
import { accountsAtom } from '../state/accounts.ts'
import { goToNetworkAtom } from '../state/goToNetwork.ts'
import { addNetworkAtom, removeNetworkAtom, restoreNetworkAtom } from '../state/hostNetworks.ts'
import { activeNetworkAtom, networksAtom } from '../state/networks.ts'
import { bootstrapAtom } from '../state/options.ts'
import type { Store } from './context.ts'

/**
 * Adds a network of the page. If the project has the network, this call only undoes a removal, and the project's values
 * stay.
 */
export const addNetwork = async (store: Store, input: unknown): Promise<void> => {
  const added = readNetwork(input)
  const { chainNamespace, chainId } = parseCaipNetworkId(added.caipNetworkId)
  if (!isChainNamespace(chainNamespace)) throw new AppError(chainErrors.CHAIN_ADAPTER_NOT_FOUND)
  const adapter = await adapters[chainNamespace]()
  if (!adapter.isReference(chainId))
    throw new AppError(commonErrors.INVALID_CAIP_NETWORK_ID, { values: { value: chainId } })
  const isSame = ({ caipNetworkId }: { caipNetworkId: string }) => caipNetworkId === added.caipNetworkId
  if (store.get(bootstrapAtom).networks.some(isSame)) store.set(restoreNetworkAtom, added.caipNetworkId)
  else if (!store.get(networksAtom).some(isSame)) store.set(addNetworkAtom, added)
}

/** How long a wallet that agreed to a switch has to report its new network, in milliseconds. Some wallets never do. */
const reportMs = 2_000

/** Switches to a network for the page. Resolves when the page's own state has the network too. */
export const switchNetwork = async (store: Store, caipNetworkId: CaipNetworkId): Promise<void> => {
  await store.set(goToNetworkAtom, caipNetworkId)
  const { chainNamespace } = parseCaipNetworkId(caipNetworkId)
  if (!isChainNamespace(chainNamespace)) return
  await new Promise<void>((resolve) => {
    // The page tells the frame about an account after it has changed its own state.
    const check = (): void => {
      const account = store.get(accountsAtom)[chainNamespace]
      if (account.status !== 'connected' || account.caipNetworkId === caipNetworkId) end()
    }
    const end = (): void => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => end(), reportMs)
    const stop = store.sub(accountsAtom, check)
    check()
  })
}

/** Removes a network for the page. Throws if it is the last network or the network in use. */
export const removeNetwork = (store: Store, removedId: string): void => {
  const networks = store.get(networksAtom)
  const { chainNamespace } = parseCaipNetworkId(removedId)
  if (!isChainNamespace(chainNamespace)) throw new AppError(chainErrors.CHAIN_ADAPTER_NOT_FOUND)
  if (!networks.some(({ caipNetworkId }) => caipNetworkId === removedId))
    throw new AppError(chainErrors.NETWORK_NOT_FOUND)
  const { status, caipNetworkId } = store.get(accountsAtom)[chainNamespace]
  const isConnected = status === 'connected' && caipNetworkId === removedId
  if (isConnected || networks.length === 1 || store.get(activeNetworkAtom)?.caipNetworkId === removedId)
    throw new AppError(chainErrors.NETWORK_IN_USE)
  store.set(removeNetworkAtom, removedId)
}

const short = (longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => cleanText(text, longest)),
    v.check((text) => text !== ''),
  )
/** An https URL, or an http URL on the developer's machine. */
const address = v.pipe(
  v.string(),
  v.check((url) => url.length <= 2_048 && /^https?:/.test(checkLink(url) ?? '')),
)
const network = v.object({
  caipNetworkId: v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  name: short(64),
  nativeCurrency: v.object({
    name: short(64),
    symbol: short(16),
    decimals: v.pipe(
      v.number(),
      v.check((count) => Number.isInteger(count) && count >= 0 && count <= 36),
    ),
  }),
  rpcUrls: v.pipe(
    v.array(address),
    v.check(({ length }) => length >= 1 && length <= 10),
  ),
  blockExplorer: v.exactOptional(v.object({ name: short(64), url: address })),
  addressPrefix: v.exactOptional(v.pipe(v.string(), v.regex(/^[a-z0-9]{1,83}$/))),
  testnet: v.exactOptional(v.boolean()),
})

const readNetwork = (input: unknown): HostNetwork => {
  const result = v.safeParse(network, input)
  if (!result.success) throw new AppError(commonErrors.INVALID_PARAMS)
  return result.output
}
