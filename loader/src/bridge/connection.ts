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
  let chainId: string
  /** The wallet of the hint, as long as the hint stands. */
  let hinted: string | undefined
  /** Of the visitor, to connect or to leave. What was asked before the last one changes nothing any more. */
  let attempts = 0
  let restored: Promise<unknown> | undefined

  const isConnected = (): boolean => getAccount().status === 'connected'

  /** Locked, or taken back: the hint stays, so that it comes back with the wallet. */
  const lose = (): void => {
    const had = accounts.length
    accounts = []
    setAccount({ status: 'disconnected' })
    if (had) emit('accountsChanged', [])
  }
  /** The wallet's live answer becomes the state, and what changed is told. */
  const use = async (candidate: Wallet, method: string, attempt: number): Promise<void> => {
    const { id, provider } = candidate
    const answer = (await provider.request({ method })) as string[]
    const chain = Number(await provider.request({ method: 'eth_chainId' }))
    if (attempt !== attempts) return
    const wasConnected = isConnected()
    const before = `${accounts}`
    const chainBefore = chainId
    wallet = candidate
    hear(candidate)
    const found = answer.filter((account) => /^0x[\da-f]{40}$/i.test(account))
    if (!found.length || !chain) return lose()
    accounts = found
    chainId = `0x${chain.toString(16)}`
    hinted = id
    const caipNetworkId = `eip155:${chain}`
    const account = { connectorId: id, caipNetworkId, caipAddress: `${caipNetworkId}:${found[0]}` }
    setAccount({ ...account, status: 'connected' })
    remember('eip155', account)
    if (!wasConnected) emit('connect', { chainId })
    if (!wasConnected || `${found}` !== before) emit('accountsChanged', [...found])
    if (wasConnected && chainId !== chainBefore) emit('chainChanged', chainId)
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
      provider.on?.(event, () => wallet && isCurrent() && resume(wallet))
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
    hinted = hint.connectorId
    if (isConnected()) {
      if (wallet?.id === hinted) return
    } else setAccount({ ...hint, status: 'reconnecting' })
    const candidate = find(hinted)
    const answered = candidate ? resume(candidate) : delay(announceMs)
    restored = Promise.race([answered, delay(answerMs)]).then(() => {
      if (getAccount().status === 'reconnecting') lose()
    })
  }
  /** A wallet came, perhaps the one of the hint. */
  const found = (candidate: Wallet): void => {
    if (candidate.id === hinted && !wallet) restored = resume(candidate)
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
  /** The wallet and its accounts, once it is known whether there is one. */
  const current = async (): Promise<[Wallet, string[]] | undefined> => {
    await restored
    return wallet && isConnected() ? [wallet, [...accounts]] : undefined
  }

  return [current, connect, disconnect, sync, found] as const
}

/** A wallet's own error as it crosses to the frame: its code and its words. */
export const walletFailure = (thrown: unknown): Error => {
  const { code = -32603, message } = Object(thrown)
  return refuse(code, 'WALLET_ERROR', `${message}`.slice(0, 256))
}

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
