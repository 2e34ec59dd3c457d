import type { Eip1193Provider } from '../../index.d.ts'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import { storeHint } from '../hint.ts'
import { type FrameConnections, isFrameConnector, type SetAccount } from '../hook.ts'
import { createAppKitError } from './refuse.ts'
import type { EvmPageWallet } from './wallets.ts'

/** The wallet in use and its accounts. */
type WalletInUse = {
  wallet?: EvmPageWallet | undefined
  addresses: string[]
  /** The hint as stored: the wallet's accounts in the wallet's order, and the account that the visitor chose. */
  hint?: AccountState | undefined
  /** Counts the visitor's connects and disconnects. The answer to an earlier attempt changes nothing. */
  attempts: number
}

/**
 * Tracks the wallet in use. The status becomes `connected` only after the wallet or the frame confirms the accounts.
 */
export const trackWalletInUse = (
  getAccount: () => AccountState,
  setAccount: SetAccount,
  emit: (event: string, value: unknown) => void,
  frameConnections: FrameConnections,
) => {
  const watched = new WeakSet<Eip1193Provider>()
  const inUse: WalletInUse = { addresses: [], attempts: 0 }
  const isConnected = (): boolean => Boolean(inUse.addresses[0])
  /** The wallet is locked or withdrew its accounts. The hint stays, so the connection returns with the wallet. */
  const lose = (isFact?: boolean): void => {
    if (isConnected()) emit('accountsChanged', [])
    inUse.addresses = []
    setAccount({ status: 'disconnected' }, 'eip155', isFact)
  }
  /** Emits an EIP-1193 event for each change. Listeners run after the state is set. */
  const change = (next: AccountState, addresses: string[], isFact?: boolean): void => {
    const before = `${inUse.addresses}`
    const { caipNetworkId = '' } = next
    const chainId = `0x${Number(caipNetworkId.slice(7)).toString(16)}`
    inUse.addresses = lowerCase(addresses)
    if (!before) emit('connect', { chainId })
    if (`${inUse.addresses}` !== before) emit('accountsChanged', [...inUse.addresses])
    if (before && caipNetworkId !== getAccount().caipNetworkId) emit('chainChanged', chainId)
    setAccount(next, 'eip155', isFact)
  }
  const keep = (account: AccountState): void => {
    inUse.hint = account
    storeHint('eip155', account)
  }
  const forget = (isFact?: boolean): void => {
    const wasConnected = isConnected()
    inUse.attempts++
    inUse.wallet = inUse.hint = undefined
    lose(isFact)
    if (wasConnected) emit('disconnect', createAppKitError(4900, 'DISCONNECTED'))
  }

  /** Reads the accounts of a wallet of this page; its answer becomes the state. */
  const use = async (candidate: EvmPageWallet, method: string, attempt: number): Promise<void> => {
    const { provider } = candidate
    const answer = (await provider.request({ method })) as string[]
    const chain = Number(await provider.request({ method: 'eth_chainId' }))
    if (attempt !== inUse.attempts) return
    inUse.wallet = candidate
    watch(candidate)
    const granted = answer.filter((account) => /^0x[\da-f]{40}$/i.test(account))
    if (!granted[0] || !chain) return lose()
    const caipNetworkId = `eip155:${chain}`
    const [account, addresses] = toAccount(candidate, caipNetworkId, granted, inUse.hint)
    keep(account)
    change({ ...account, caipAddresses: addresses.map((address) => `${caipNetworkId}:${address}`) }, addresses)
  }
  /** Applies the frame's report about a connection that the frame holds. */
  const take = (account: AccountState): void => {
    const { status, connectorId, caipAddress = '', caipAddresses = [caipAddress] } = account
    if (status === 'connected') {
      inUse.attempts++
      inUse.wallet = frameWallet(`${connectorId}`)
      keep(account)
      change(
        account,
        caipAddresses.map((each) => `${each.split(':')[2]}`),
        true,
      )
    } else if (isFrameConnector(inUse.wallet?.id)) {
      storeHint('eip155')
      forget(true)
    }
  }
  const frameWallet = (id: string): EvmPageWallet =>
    ({ id, provider: { request: (request) => frameConnections.request('eip155', request, id) } }) as EvmPageWallet
  /** Asks whether the wallet is still connected, without a prompt to the visitor. */
  const resume = async (candidate: EvmPageWallet): Promise<void> => {
    const attempt = inUse.attempts
    inUse.wallet = candidate
    try {
      if (isFrameConnector(candidate.id)) {
        const account = await frameConnections.restore('eip155', candidate.id)
        if (attempt === inUse.attempts) take(account)
      } else {
        watch(candidate)
        await use(candidate, 'eth_accounts', attempt)
      }
    } catch {
      if (inUse.wallet === candidate) lose()
    }
  }
  /** Reads the wallet again after each event. The event's data is ignored, since the answer is the current state. */
  const watch = ({ provider }: EvmPageWallet): void => {
    if (watched.has(provider)) return
    watched.add(provider)
    const isCurrent = () => inUse.wallet?.provider === provider
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
      provider.on?.(event, () => isCurrent() && resume(inUse.wallet as EvmPageWallet))
    provider.on?.('message', (message) => isCurrent() && emit('message', message))
  }

  return [inUse, isConnected, lose, forget, use, take, frameWallet, resume] as const
}

/**
 * Returns the account to store as the hint, with its addresses in the wallet's order. Also returns the addresses with
 * the account in use first.
 */
const toAccount = (
  { id, name }: EvmPageWallet,
  caipNetworkId: string,
  granted: string[],
  hint: AccountState | undefined,
): [AccountState, string[]] => {
  const isChoiceKept = hint?.caipAddresses?.[0]?.endsWith(`${granted[0]}`)
  const addresses = activeAccountFirst(granted, isChoiceKept && hint?.caipAddress)
  const toCaip = (address: string | undefined) => `${caipNetworkId}:${address}`
  return [
    {
      status: 'connected',
      connectorId: id,
      walletName: name,
      caipNetworkId,
      caipAddress: toCaip(addresses[0]),
      caipAddresses: granted.map(toCaip),
    },
    addresses,
  ]
}

/** Pages compare addresses as text, and most wallets answer in lower case. */
export const lowerCase = (addresses: string[]): string[] => addresses.map((address) => address.toLowerCase())

/** `active` may also be a CAIP-10 id of any network, since a wallet keeps its accounts when it switches networks. */
export const activeAccountFirst = (accounts: string[], active: unknown): string[] => [
  ...new Set([...accounts.filter((account) => `${active}`.endsWith(account)), ...accounts]),
]
