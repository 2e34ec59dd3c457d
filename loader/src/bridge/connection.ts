import type { Eip1193Provider } from '../../index.d.ts'
import type { AccountState } from '../../protocol/frameApi.ts'
import { cleanText } from '../../protocol/text.ts'
import { failure } from '../failure.ts'
import { hintKey } from '../hook.ts'
import type { Wallet } from './wallets.ts'

/** How long the page waits for a wallet that it knows from last time. One that comes later is still taken. */
const announceMs = 3_000
/** How long requests wait for it to answer. */
const answerMs = 10_000
const address = /^0x[0-9a-f]{40}$/i

type ConnectionOptions = {
  getAccount: () => AccountState
  setAccount: (account: AccountState) => void
  emit: (event: string, value: unknown) => void
  find: (id: string | undefined) => Wallet | undefined
}

/** The one connection to a wallet of this page. `connected` is only said after the wallet answered. */
export const createConnection = ({ getAccount, setAccount, emit, find }: ConnectionOptions) => {
  const heard = new WeakSet<Eip1193Provider>()
  let wallet: Wallet | undefined
  let accounts: string[] = []
  let chainId = ''
  /** The wallet of the hint, as long as the hint stands. */
  let hinted: string | undefined
  let attempts = 0
  let restored: Promise<unknown> = Promise.resolve()

  const isConnected = (): boolean => getAccount().status === 'connected'

  /** The wallet's live answer becomes the state, and what changed is told. */
  const adopt = (found: unknown, chain: unknown): void => {
    const before = accounts
    const chainBefore = chainId
    const wasConnected = isConnected()
    accounts = Array.isArray(found) ? found.filter((account) => address.test(account)) : []
    if (!accounts.length) {
      // Locked, or taken back: the hint stays, so that it comes back with the wallet.
      setAccount({ status: 'disconnected' })
      if (before.length) emit('accountsChanged', [])
      return
    }
    chainId = `0x${Number(chain).toString(16)}`
    const caipNetworkId = `eip155:${Number(chain)}`
    const account = { connectorId: wallet?.id ?? '', caipNetworkId, caipAddress: `${caipNetworkId}:${accounts[0]}` }
    hinted = account.connectorId
    setAccount({ ...account, status: 'connected' })
    writeHint(account)
    if (!wasConnected) emit('connect', { chainId })
    else if (chainId !== chainBefore) emit('chainChanged', chainId)
    if (!wasConnected || `${accounts}` !== `${before}`) emit('accountsChanged', [...accounts])
  }
  const ask = async ({ provider }: Wallet, method: string): Promise<[unknown, unknown]> => [
    await provider.request({ method }),
    await provider.request({ method: 'eth_chainId' }),
  ]
  const hear = (own: Wallet): void => {
    const { provider } = own
    if (heard.has(provider)) return
    heard.add(provider)
    const on = (event: string, react: (value: unknown) => void): void => {
      provider.on?.(event, (value) => wallet?.provider === provider && react(value))
    }
    on('accountsChanged', (found) => (isConnected() ? adopt(found, chainId) : resume(own)))
    on('chainChanged', (chain) => isConnected() && adopt(accounts, chain))
    on('message', (value) => emit('message', value))
    // It lost its chain, or the visitor: its own answer tells.
    on('disconnect', () => resume(own))
  }
  /** Without a question to the visitor. */
  const resume = async (candidate: Wallet): Promise<void> => {
    wallet = candidate
    hear(candidate)
    const attempt = ++attempts
    try {
      const [found, chain] = await ask(candidate, 'eth_accounts')
      if (attempt === attempts) adopt(found, chain)
    } catch {
      if (attempt === attempts) adopt([], '')
    }
  }
  const forget = (): void => {
    const wasConnected = isConnected()
    attempts++
    wallet = hinted = undefined
    accounts = []
    setAccount({ status: 'disconnected' })
    if (!wasConnected) return
    emit('accountsChanged', [])
    emit('disconnect', failure(4900, 'DISCONNECTED', 'The provider is disconnected from all chains'))
  }
  const sync = (): void => {
    const { connectorId, ...rest } = readHint()
    if (!connectorId) return forget()
    hinted = connectorId
    if (isConnected() && wallet?.id === connectorId) return
    if (!isConnected()) {
      wallet = undefined
      setAccount({ connectorId, ...rest, status: 'reconnecting' })
    }
    const candidate = find(connectorId)
    const giveUp = () => getAccount().status === 'reconnecting' && setAccount({ status: 'disconnected' })
    restored = Promise.race([
      candidate ? resume(candidate) : delay(announceMs).then(() => wallet || giveUp()),
      delay(answerMs).then(giveUp),
    ])
  }

  return {
    isConnected,
    restored: () => restored,
    wallet: () => wallet,
    accounts: () => [...accounts],
    sync,
    /** A wallet came that the hint names. */
    found: (candidate: Wallet): void => {
      if (candidate.id === hinted && !wallet) restored = resume(candidate)
    },
    /** The chain may have changed without an event. */
    refresh: (): Promise<void> | undefined => wallet && resume(wallet),
    connect: async (id: string): Promise<AccountState> => {
      const candidate = find(id)
      if (!candidate) throw failure(4900, 'WALLET_NOT_FOUND', 'This wallet is no longer in the page')
      const attempt = ++attempts
      if (!isConnected()) setAccount({ status: 'connecting', connectorId: id })
      try {
        const [found, chain] = await ask(candidate, 'eth_requestAccounts')
        if (attempt === attempts) {
          wallet = candidate
          hear(candidate)
          adopt(found, chain)
        }
        return getAccount()
      } catch (thrown) {
        if (attempt === attempts && !isConnected()) setAccount({ status: 'disconnected' })
        throw walletFailure(thrown)
      }
    },
    disconnect: async (): Promise<void> => {
      const left = wallet
      writeHint()
      forget()
      try {
        await left?.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
      } catch {
        // A wallet that keeps the permission is not asked again without the visitor.
      }
    },
  }
}

/** A wallet's own error as it crosses to the frame: its code and its words. */
export const walletFailure = (thrown: unknown): Error => {
  const { code, message } = Object(thrown)
  return failure(
    Number.isSafeInteger(code) ? code : -32603,
    'WALLET_ERROR',
    cleanText(`${message ?? 'The wallet reported an error'}`),
  )
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const readHint = (): Partial<AccountState> => {
  try {
    const { connectorId, caipAddress, caipNetworkId } = JSON.parse(localStorage[hintKey]).eip155
    return { connectorId, caipAddress, caipNetworkId }
  } catch {
    return {}
  }
}
const writeHint = (eip155?: object): void => {
  try {
    if (eip155) localStorage[hintKey] = JSON.stringify({ eip155 })
    else localStorage.removeItem(hintKey)
  } catch {
    // A page without storage forgets.
  }
}
