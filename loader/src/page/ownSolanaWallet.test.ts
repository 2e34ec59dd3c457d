import { expect, test } from 'vitest'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import { createOwnSolanaWallet } from './ownSolanaWallet.ts'

const key = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const own = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'
const connected = (network: string, methods?: string[]): AccountState => ({
  status: 'connected',
  caipNetworkId: network,
  caipAddress: `${network}:${key}`,
  ...(methods && { methods }),
})

const start = () => {
  let account: AccountState = { status: 'disconnected' }
  let changed = () => {}
  const wallet = createOwnSolanaWallet({
    icon: '',
    account: () => account,
    open: async () => {},
    signing: async () => {
      throw new Error('Nothing is signed here')
    },
    disconnect: async () => {},
    subscribe: (listener) => {
      changed = listener
    },
  })
  const changes: { features: string[]; chains: string[]; accounts: number }[] = []
  wallet.features['standard:events'].on('change', (change: typeof wallet) =>
    changes.push({
      features: Object.keys(change.features).filter((feature) => feature.startsWith('solana:')),
      chains: [...change.chains],
      accounts: change.accounts.length,
    }),
  )
  const tell = (told: AccountState) => {
    account = told
    changed()
  }
  const shown = () => ({
    features: Object.keys(wallet.features).filter((feature) => feature.startsWith('solana:')),
    chains: [...wallet.chains],
    accounts: wallet.accounts.length,
  })
  return { wallet, changes, tell, shown }
}

const all = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn']
const clusters = ['solana:mainnet', 'solana:devnet', 'solana:testnet']
const nobody = { features: all, chains: clusters, accounts: 0 }

test('before a wallet is behind it, it may be any', () => {
  const { changes, tell, shown } = start()
  expect(shown()).toEqual(nobody)
  tell({ status: 'connecting', connectorId: 'solana:Sun' })
  expect(changes).toEqual([])
})

test.each<[name: string, methods: string[] | undefined, features: string[]]>([
  ['says nothing', undefined, all],
  ['signs texts alone', ['solana_signMessage', 'solana_getAccounts'], ['solana:signMessage']],
  ['sends nothing', ['solana_signMessage', 'solana_signTransaction'], all.slice(0, 2)],
  ['only signs visitors in', ['solana_signIn'], ['solana:signIn']],
])('it has what the connected wallet has: one that %s', (_name, methods, features) => {
  const { wallet, changes, tell, shown } = start()
  tell(connected(devnet, methods))
  expect(shown()).toEqual({ features, chains: ['solana:devnet'], accounts: 1 })
  expect(wallet.accounts[0]).toMatchObject({ address: key, chains: ['solana:devnet'], features })
  expect(changes).toEqual([shown()])
  // And is any again afterwards, told once.
  tell({ status: 'disconnected' })
  tell({ status: 'disconnected' })
  expect(shown()).toEqual(nobody)
  expect(changes).toHaveLength(2)
})

test.each([
  [mainnet, 'solana:mainnet'],
  [own, 'solana:localnet'],
])('its network is the connection’s: %s is %s', (network, cluster) => {
  const { changes, tell } = start()
  tell(connected(devnet))
  tell(connected(network))
  expect(changes.at(-1)).toMatchObject({ chains: [cluster], accounts: 1 })
})
