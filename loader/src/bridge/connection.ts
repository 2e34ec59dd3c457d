import type { Eip1193Provider } from '../../index.d.ts'
import type { AccountState } from '../../protocol/frameApi.ts'
import { readHint, remember } from '../hint.ts'
import { refuse } from './refuse.ts'
import type { Wallet } from './wallets.ts'

/** The one connection to a wallet of this page. `connected` is only said after the wallet answered. */
export const createConnection = (
  getAccount: () => AccountState,
  setAccount: (account: AccountState) => void,
  emit: (event: string, value: unknown) => void,
  find: (id: string | undefined) => Wallet | undefined,
) => {
  // How long the page waits for a wallet that it knows from last time, or that it leaves. One that comes later is still taken.
  const announceMs = 3_000
  // How long requests wait for it to answer.
  const answerMs = 10_000
  const heard = new WeakSet<Eip1193Provider>()
  let wallet: Wallet | undefined
  let accounts: string[] = []
  /** What the hint says, as long as it stands: the wallet's accounts in its own order, and the one that the visitor chose. */
  let hinted: AccountState | undefined
  /** Of the visitor, to connect or to leave. What was asked before the last one changes nothing any more. */
  let attempts = 0
  let restored: Promise<unknown> | undefined

  const isConnected = (): boolean => Boolean(accounts[0])

  /** Locked, or taken back: the hint stays, so that it comes back with the wallet. */
  const lose = (): void => {
    if (isConnected()) emit('accountsChanged', [])
    accounts = []
    setAccount({ status: 'disconnected' })
  }
  /** The wallet's live answer becomes the state, and what changed is told. */
  const use = async (candidate: Wallet, method: string, attempt: number): Promise<void> => {
    const { id, provider } = candidate
    const answer = (await provider.request({ method })) as string[]
    const chain = Number(await provider.request({ method: 'eth_chainId' }))
    if (attempt !== attempts) return
    const before = `${accounts}`
    wallet = candidate
    hear(candidate)
    const found = answer.filter((account) => /^0x[\da-f]{40}$/i.test(account))
    const [first] = found
    if (!first || !chain) return lose()
    const caipNetworkId = `eip155:${chain}`
    const toCaip = (account: string | undefined) => `${caipNetworkId}:${account}`
    accounts = activeFirst(found, hinted?.caipAddresses?.[0]?.endsWith(first) && hinted.caipAddress)
    const chainId = `0x${chain.toString(16)}`
    // Heard when it is done.
    if (!before) emit('connect', { chainId })
    if (`${accounts}` !== before) emit('accountsChanged', [...accounts])
    if (before && caipNetworkId !== getAccount().caipNetworkId) emit('chainChanged', chainId)
    hinted = {
      status: 'connected',
      connectorId: id,
      caipNetworkId,
      caipAddress: toCaip(accounts[0]),
      caipAddresses: found.map(toCaip),
    }
    remember('eip155', hinted)
    setAccount({ ...hinted, caipAddresses: accounts.map(toCaip) })
  }
  /** Without a question to the visitor. */
  const resume = async (candidate: Wallet): Promise<void> => {
    wallet = candidate
    hear(candidate)
    try {
      await use(candidate, 'eth_accounts', attempts)
    } catch {
      if (wallet === candidate) lose()
    }
  }
  /** What a wallet says happened is only a reason to ask it: its answer is what is true now. */
  const hear = ({ provider }: Wallet): void => {
    if (heard.has(provider)) return
    heard.add(provider)
    const isCurrent = () => wallet?.provider === provider
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
      provider.on?.(event, () => isCurrent() && resume(wallet as Wallet))
    provider.on?.('message', (message) => isCurrent() && emit('message', message))
  }
  const forget = (): void => {
    const wasConnected = isConnected()
    attempts++
    wallet = hinted = undefined
    lose()
    if (wasConnected) emit('disconnect', refuse(4900, 'DISCONNECTED'))
  }

  /** The hint, or that there is none any more, perhaps by another tab. */
  const sync = (): void => {
    const { eip155: hint } = readHint()
    if (!hint) return void forget()
    if (isConnected()) {
      if (wallet?.id === hint.connectorId) return
    } else setAccount({ ...hint, status: 'reconnecting' })
    hinted = hint
    const candidate = find(hint.connectorId)
    const answered = candidate ? resume(candidate) : delay(announceMs)
    restored = Promise.race([answered, delay(answerMs)]).then(() => {
      if (getAccount().status === 'reconnecting') lose()
    })
  }
  /** A wallet came, perhaps the one of the hint. */
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
      // One that never says whether it did it holds up nobody: for the page it is done.
      await Promise.race([
        left?.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
        delay(announceMs),
      ])
    } catch {
      // A wallet that keeps the permission is not asked again without the visitor.
    }
    return null
  }
  /** The visitor goes on with another one of its accounts, which stays in use until the wallet names another one first. */
  const choose = async (account: AccountState): Promise<void> => {
    hinted = { ...account, caipAddresses: hinted?.caipAddresses ?? [] }
    if (wallet) await resume(wallet)
  }
  /** The wallet and its accounts, once it is known whether there is one. */
  const current = async (): Promise<[Wallet, string[]] | undefined> => {
    await restored
    return wallet && isConnected() ? [wallet, [...accounts]] : undefined
  }

  return [current, connect, disconnect, sync, found, choose] as const
}

/** `active` may also be a CAIP-10 id, of any network, since a wallet goes to another one with the same accounts. */
export const activeFirst = (accounts: string[], active: unknown): string[] => [
  ...new Set([...accounts.filter((account) => `${active}`.endsWith(account)), ...accounts]),
]

/** A wallet's own error as it crosses to the frame: its code and its words. */
export const walletFailure = (thrown: unknown): Error => {
  const { code = -32603, message } = Object(thrown)
  return refuse(code, 'WALLET_ERROR', `${message}`.slice(0, 256))
}

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
