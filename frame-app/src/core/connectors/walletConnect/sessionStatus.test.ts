// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { sampleBootstrap } from '../../../../test/bootstrap.ts'
import { solanaAddresses, solanaDevnetNetwork, solanaNetwork } from '../../../../test/namespaces.ts'
import { openPage, sampleAccountOn, sampleAddress, waitForMessages } from '../../../../test/page.ts'
import { accountsAtom, setAccountAtom } from '../../state/accounts.ts'
import { chooseNetworkAtom, setConnectNamespaceAtom } from '../../state/networks.ts'
import { remoteWalletAtom } from '../../state/remoteWallet.ts'
import type { WalletConnectSession } from './readSession.ts'
import { createSessionStatus } from './sessionStatus.ts'

const granted = (accounts: string[]) => ({
  accounts,
  chains: [...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':')))],
  methods: [],
})
const session: WalletConnectSession = {
  topic: 'one',
  wallet: { name: 'Kite' },
  granted: {
    eip155: granted([`eip155:1:${sampleAddress}`]),
    solana: granted(
      [solanaNetwork, solanaDevnetNetwork].flatMap(({ caipNetworkId }) =>
        solanaAddresses.map((own) => `${caipNetworkId}:${own}`),
      ),
    ),
  },
}

const start = () => {
  const announced: unknown[] = []
  const { store } = openPage(
    {
      account: (namespace, account) => {
        announced.push([namespace, account.status])
      },
    },
    { networks: [...sampleBootstrap.networks, solanaNetwork, solanaDevnetNetwork] },
  )
  const status = createSessionStatus({ store })
  return { store, announced, status }
}

test('announces one connection per namespace, with all accounts of the namespace', async () => {
  const { store, announced, status } = start()
  await status.announce(session)
  await waitForMessages()
  expect(announced).toEqual([
    ['eip155', 'connected'],
    ['solana', 'connected'],
  ])
  expect(store.get(accountsAtom).solana).toMatchObject({
    caipNetworkId: solanaNetwork.caipNetworkId,
    caipAddresses: solanaAddresses.map((own) => `${solanaNetwork.caipNetworkId}:${own}`),
  })
})

test('disconnects one namespace until the wallet settles a new session, and keeps the other namespace connected', async () => {
  const { store, announced, status } = start()
  await status.announce(session)
  status.leave(session, 'solana')
  announced.length = 0
  await status.announce(session)
  expect(announced).toEqual([
    ['eip155', 'connected'],
    ['solana', 'disconnected'],
  ])
  status.leave(session, 'eip155')
  await status.announce(session)
  const { eip155, solana: left } = store.get(accountsAtom)
  expect([eip155.status, left.status]).toEqual(['disconnected', 'disconnected'])
  expect(status.activeIn({ ...session, topic: 'two' }, 'solana')).not.toBeNull()
})

test('a new WalletConnect session keeps another wallet connected in a namespace that the visitor did not ask for', async () => {
  const { store, announced, status } = start()
  store.set(setAccountAtom, 'eip155', sampleAccountOn(1))
  store.set(setConnectNamespaceAtom, 'solana')
  status.adopt(session)
  await status.announce(session)
  expect(announced).toEqual([['solana', 'connected']])
  expect(store.get(accountsAtom).eip155.connectorId).toBe('io.example.harbor')
})

test('activates the network that the visitor chose before the connection', () => {
  const { store, status } = start()
  store.set(chooseNetworkAtom, solanaDevnetNetwork.caipNetworkId)
  expect(status.accountIn(session, 'solana').caipNetworkId).toBe(solanaDevnetNetwork.caipNetworkId)
})

test.each([
  ['Kite', [], []],
  ['Kite', ['wallet_addEthereumChain'], ['eip155']],
  ['MetaMask Wallet', [], ['eip155']],
])('lets the wallet %s with the methods %j add networks in the namespaces %j', async (name, methods, expected) => {
  const { store, status } = start()
  const { eip155, solana } = session.granted
  const granted = {
    ...(eip155 && { eip155: { ...eip155, methods } }),
    ...(solana && { solana: { ...solana, methods } }),
  }
  await status.announce({ ...session, wallet: { name }, granted })
  expect(store.get(remoteWalletAtom)?.addsNetworksOf).toEqual(expected)
})

test("uses each cosmos network's own address prefix", () => {
  const { status } = start()
  const accounts = ['cosmoshub-4:cosmos', 'osmosis-1:osmo', 'noble-1:noble'].map((id) => `cosmos:${id}1account`)
  const hub = { ...session, granted: { cosmos: granted(accounts) } }
  for (const caipAddress of accounts) {
    const caipNetworkId = caipAddress.split(':').slice(0, 2).join(':')
    status.choose('cosmos', { caipNetworkId })
    expect(status.accountIn(hub, 'cosmos')).toMatchObject({
      caipNetworkId,
      caipAddress,
      caipAddresses: [caipAddress],
    })
  }
})

test('tells the page which networks the wallet approved, and which networks of the site it did not', async () => {
  const { store, status } = start()
  await status.announce(session)
  const { eip155, solana } = store.get(accountsAtom)
  expect([eip155.approvedCaipNetworkIds, eip155.disabledCaipNetworkIds]).toEqual([['eip155:1'], ['eip155:10']])
  expect(solana.disabledCaipNetworkIds).toEqual([])
})

test('names no approved networks for a wallet that supports all networks', async () => {
  const { store, status } = start()
  await status.announce({ ...session, wallet: { name: 'MetaMask Wallet' } })
  const { eip155, solana } = store.get(accountsAtom)
  expect(eip155).not.toHaveProperty('approvedCaipNetworkIds')
  expect(eip155).not.toHaveProperty('disabledCaipNetworkIds')
  expect(solana.approvedCaipNetworkIds).toHaveLength(2)
})
