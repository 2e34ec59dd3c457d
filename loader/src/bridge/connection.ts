import type { Eip1193Provider } from '../../index.d.ts'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import { readHint, remember } from '../hint.ts'
import { type HeldWallets, isHeld, type SetAccount } from '../hook.ts'
import { refuse } from './refuse.ts'
import type { Wallet } from './wallets.ts'

/**
 * The EVM connection: to a wallet of this page, or to one that the frame holds. Its status is `connected` only after the
 * wallet answered, or the frame told it.
 */
export const createConnection = (
  getAccount: () => AccountState,
  setAccount: SetAccount,
  emit: (event: string, value: unknown) => void,
  /** Finds a wallet of this page. */
  find: (id: string | undefined) => Wallet | undefined,
  held: HeldWallets,
) => {
  // How long the page waits for a wallet that it knows from last time, or that it leaves. One that comes later is still taken.
  const announceMs = 3_000
  // How long requests wait for it to answer.
  const answerMs = 10_000
  const heard = new WeakSet<Eip1193Provider>()
  let wallet: Wallet | undefined
  let accounts: string[] = []
  /** The hint as stored: the wallet's accounts in the wallet's order, and the account that the visitor chose. */
  let hinted: AccountState | undefined
  /** Counts the visitor's wishes to connect or to leave. An answer to an earlier wish changes nothing. */
  let attempts = 0
  let restored: Promise<unknown> | undefined

  const isConnected = (): boolean => Boolean(accounts[0])

  /** The wallet is locked, or took its accounts back. The hint stays, so that the connection comes back with the wallet. */
  const lose = (isFact?: boolean): void => {
    if (isConnected()) emit('accountsChanged', [])
    accounts = []
    setAccount({ status: 'disconnected' }, 'eip155', isFact)
  }
  /** Emits an event for each change and sets the state, which listeners find set. */
  const change = (next: AccountState, addresses: string[], isFact?: boolean): void => {
    const before = `${accounts}`
    const { caipNetworkId = '' } = next
    const chainId = `0x${Number(caipNetworkId.slice(7)).toString(16)}`
    accounts = addresses
    if (!before) emit('connect', { chainId })
    if (`${accounts}` !== before) emit('accountsChanged', [...accounts])
    if (before && caipNetworkId !== getAccount().caipNetworkId) emit('chainChanged', chainId)
    setAccount(next, 'eip155', isFact)
  }
  const keep = (account: AccountState): void => {
    hinted = account
    remember('eip155', account)
  }
  /** Asks a wallet of this page. Its live answer becomes the state. */
  const use = async (candidate: Wallet, method: string, attempt: number): Promise<void> => {
    const { id, provider } = candidate
    const answer = (await provider.request({ method })) as string[]
    const chain = Number(await provider.request({ method: 'eth_chainId' }))
    if (attempt !== attempts) return
    wallet = candidate
    hear(candidate)
    const found = answer.filter((account) => /^0x[\da-f]{40}$/i.test(account))
    const [first] = found
    if (!first || !chain) return lose()
    const caipNetworkId = `eip155:${chain}`
    const toCaip = (account: string | undefined) => `${caipNetworkId}:${account}`
    const addresses = activeFirst(found, hinted?.caipAddresses?.[0]?.endsWith(first) && hinted.caipAddress)
    const account: AccountState = {
      status: 'connected',
      connectorId: id,
      caipNetworkId,
      caipAddress: toCaip(addresses[0]),
      caipAddresses: found.map(toCaip),
    }
    keep(account)
    change({ ...account, caipAddresses: addresses.map(toCaip) }, addresses)
  }
  /** Takes the frame's word about a connection that the frame holds. */
  const take = (account: AccountState): void => {
    const { status, connectorId, caipAddress = '', caipAddresses = [caipAddress] } = account
    if (status === 'connected') {
      attempts++
      wallet = heldWallet(`${connectorId}`)
      keep(account)
      change(
        account,
        caipAddresses.map((each) => `${each.split(':')[2]}`),
        true,
      )
    } else if (isHeld(wallet?.id)) {
      remember('eip155')
      forget(true)
    }
  }
  const heldWallet = (id: string): Wallet =>
    ({ id, provider: { request: (asked) => held.request('eip155', asked, id) } }) as Wallet

  /** Asks whether the wallet is still connected, without a question to the visitor. */
  const resume = async (candidate: Wallet): Promise<void> => {
    const attempt = attempts
    wallet = candidate
    try {
      if (isHeld(candidate.id)) {
        const account = await held.restore('eip155', candidate.id)
        if (attempt === attempts) take(account)
      } else {
        hear(candidate)
        await use(candidate, 'eth_accounts', attempt)
      }
    } catch {
      if (wallet === candidate) lose()
    }
  }
  /** An event of a wallet is only a reason to ask the wallet: its answer is what is true now. */
  const hear = ({ provider }: Wallet): void => {
    if (heard.has(provider)) return
    heard.add(provider)
    const isCurrent = () => wallet?.provider === provider
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
      provider.on?.(event, () => isCurrent() && resume(wallet as Wallet))
    provider.on?.('message', (message) => isCurrent() && emit('message', message))
  }
  const forget = (isFact?: boolean): void => {
    const wasConnected = isConnected()
    attempts++
    wallet = hinted = undefined
    lose(isFact)
    if (wasConnected) emit('disconnect', refuse(4900, 'DISCONNECTED'))
  }

  /** Follows the stored hint, which another tab may have changed or removed. */
  const sync = (): void => {
    const { eip155: hint } = readHint()
    if (!hint) return void forget()
    const { connectorId } = hint
    if (isConnected()) {
      if (wallet?.id === connectorId) return
    } else setAccount({ ...hint, status: 'reconnecting' })
    hinted = hint
    const candidate = isHeld(connectorId) ? heldWallet(`${connectorId}`) : find(connectorId)
    const answered = candidate ? resume(candidate) : delay(announceMs)
    restored = Promise.race([answered, delay(answerMs)]).then(() => {
      if (getAccount().status === 'reconnecting') lose()
    })
  }
  /** A wallet announced itself; it may be the wallet of the hint. */
  const found = (candidate: Wallet): void => {
    if (candidate.id === hinted?.connectorId && !wallet) restored = resume(candidate)
  }
  const connect = async (id: string): Promise<AccountState> => {
    const candidate = find(id)
    if (!candidate) throw refuse(4900, 'WALLET_NOT_FOUND')
    const attempt = ++attempts
    if (!isConnected()) setAccount({ status: 'connecting', connectorId: id })
    try {
      await use(candidate, 'eth_requestAccounts', attempt)
      return getAccount()
    } catch (thrown) {
      // A later attempt speaks for itself.
      if (attempt === attempts && !isConnected()) lose()
      throw walletFailure(thrown)
    }
  }
  const disconnect = async (): Promise<null> => {
    const left = wallet
    remember('eip155')
    forget()
    try {
      // A wallet that never answers must not hold up the page, for which the connection is over.
      await Promise.race([
        left && isHeld(left.id)
          ? held.leave('eip155', left.id)
          : left?.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
        delay(announceMs),
      ])
    } catch {
      // A wallet that keeps the permission is not asked again without the visitor.
    }
    return null
  }
  /** The visitor's choice among the wallet's accounts stays in use until the wallet names another one first. */
  const choose = async (account: AccountState): Promise<void> => {
    hinted = { ...account, caipAddresses: hinted?.caipAddresses ?? [] }
    if (wallet) await resume(wallet)
  }
  /** The wallet and its accounts, once it is known whether there is one. */
  const current = async (): Promise<[Wallet, string[]] | undefined> => {
    await restored
    return wallet && isConnected() ? [wallet, [...accounts]] : undefined
  }

  return [current, connect, disconnect, sync, found, choose, take] as const
}

/** `active` may also be a CAIP-10 id of any network, since a wallet moves to another network with the same accounts. */
export const activeFirst = (accounts: string[], active: unknown): string[] => [
  ...new Set([...accounts.filter((account) => `${active}`.endsWith(account)), ...accounts]),
]

/** A wallet's own error as it crosses to the frame: its code and its message. */
export const walletFailure = (thrown: unknown): Error => {
  const { code = -32603, message } = Object(thrown)
  return refuse(code, 'WALLET_ERROR', `${message}`.slice(0, 256))
}

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
