import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import { createOwnSolanaWallet } from './ownSolanaWallet.ts'

const key = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const localnet = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'
const connected = (network: string, methods?: string[]): AccountState => ({
  status: 'connected',
  caipNetworkId: network,
  caipAddress: `${network}:${key}`,
  ...(methods && { methods }),
})

const start = (account: AccountState = { status: 'disconnected' }) => {
  const subscribers = new Set<() => void>()
  const calls: string[] = []
  const wallet = createOwnSolanaWallet({
    icon: '',
    account: () => account,
    open: async () => void calls.push('open'),
    signing: async () => {
      throw new Error('Nothing is signed here')
    },
    disconnect: async () => void calls.push('disconnect'),
    subscribe: (listener) => void subscribers.add(listener),
  })
  const changes: { features: string[]; chains: string[]; accounts: number }[] = []
  wallet.features['standard:events'].on('change', (change: typeof wallet) =>
    changes.push({
      features: Object.keys(change.features).filter((feature) => feature.startsWith('solana:')),
      chains: [...change.chains],
      accounts: change.accounts.length,
    }),
  )
  const setAccount = (next: AccountState) => {
    account = next
    for (const changed of subscribers) changed()
  }
  const shown = () => ({
    features: Object.keys(wallet.features).filter((feature) => feature.startsWith('solana:')),
    chains: [...wallet.chains],
    accounts: wallet.accounts.length,
  })
  return { wallet, changes, calls, setAccount, shown }
}

const all = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn']
const clusters = ['solana:mainnet', 'solana:devnet', 'solana:testnet']
const disconnected = { features: all, chains: clusters, accounts: 0 }

test('offers every feature and cluster until a wallet connects', () => {
  const { changes, setAccount, shown } = start()
  expect(shown()).toEqual(disconnected)
  setAccount({ status: 'connecting', connectorId: 'solana:Sun' })
  expect(changes).toEqual([])
})

test.each<[name: string, methods: string[] | undefined, features: string[]]>([
  ['lists no methods', undefined, all],
  ['signs messages only', ['solana_signMessage', 'solana_getAccounts'], ['solana:signMessage']],
  ['sends no transactions', ['solana_signMessage', 'solana_signTransaction'], all.slice(0, 2)],
  ['supports signIn only', ['solana_signIn'], ['solana:signIn']],
])('offers the features of a connected wallet that %s', (_name, methods, features) => {
  const { wallet, changes, setAccount, shown } = start()
  setAccount(connected(devnet, methods))
  expect(shown()).toEqual({ features, chains: ['solana:devnet'], accounts: 1 })
  expect(wallet.accounts[0]).toMatchObject({ address: key, chains: ['solana:devnet'], features })
  expect(changes).toEqual([shown()])
  // A disconnect restores every feature and emits one change.
  setAccount({ status: 'disconnected' })
  setAccount({ status: 'disconnected' })
  expect(shown()).toEqual(disconnected)
  expect(changes).toHaveLength(2)
})

test.each([
  [mainnet, 'solana:mainnet'],
  [localnet, 'solana:localnet'],
])('offers for a connection to the network %s the cluster %s', (network, cluster) => {
  const { changes, setAccount } = start()
  setAccount(connected(devnet))
  setAccount(connected(network))
  expect(changes.at(-1)).toMatchObject({ chains: [cluster], accounts: 1 })
})

describe('an adapter that connects while a connection is restored', () => {
  const reconnecting: AccountState = { ...connected(devnet), status: 'reconnecting' }
  const ways = [
    ['silently', { silent: true }],
    ['with a prompt', undefined],
  ] as const

  test.each(ways)('gets the restored account if it connects %s', async (_way, options) => {
    const { wallet, calls, setAccount } = start(reconnecting)
    const connecting = wallet.features['standard:connect'].connect(options)
    setAccount(reconnecting)
    setAccount(connected(devnet))
    expect((await connecting).accounts).toMatchObject([{ address: key }])
    expect(calls).toEqual([])
  })

  test('gets no account if the restore fails, and its disconnect then changes nothing', async () => {
    const { wallet, calls, setAccount } = start(reconnecting)
    const connecting = wallet.features['standard:connect'].connect({ silent: true })
    await wallet.features['standard:disconnect'].disconnect()
    setAccount({ status: 'disconnected' })
    expect((await connecting).accounts).toEqual([])
    setAccount({ status: 'connecting', connectorId: 'solana:Sun' })
    await wallet.features['standard:disconnect'].disconnect()
    expect(calls).toEqual([])
  })

  test('waits at most ten seconds for a restore that never ends, gets no account, and changes nothing', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { wallet, calls, setAccount } = start(reconnecting)
    const answers: number[] = []
    const connecting = wallet.features['standard:connect'].connect({ silent: true })
    connecting.then(({ accounts }: { accounts: unknown[] }) => answers.push(accounts.length))
    await vi.advanceTimersByTimeAsync(5_000)
    setAccount(reconnecting)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(answers).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(answers).toEqual([0])
    await wallet.features['standard:disconnect'].disconnect()
    expect(calls).toEqual([])
  })

  test('disconnects a connected wallet', async () => {
    const { wallet, calls } = start(connected(devnet))
    await wallet.features['standard:disconnect'].disconnect()
    expect(calls).toEqual(['disconnect'])
  })
})
