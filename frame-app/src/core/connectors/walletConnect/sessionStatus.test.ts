// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { bootstrap } from '../../../../test/bootstrap.ts'
import { solana, solanaAddresses, solanaDevnet } from '../../../../test/namespaces.ts'
import { accountOn, address, openPage, settle } from '../../../../test/page.ts'
import { accountsAtom, setAccountAtom } from '../../state/accounts.ts'
import { chooseNetworkAtom, connectForAtom } from '../../state/networks.ts'
import { remoteWalletAtom } from '../../state/remoteWallet.ts'
import type { Session } from './session.ts'
import { createStanding } from './sessionStatus.ts'

const granted = (accounts: string[]) => ({
  accounts,
  chains: [...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':')))],
  methods: [],
})
const session: Session = {
  topic: 'one',
  wallet: { name: 'Kite' },
  granted: {
    eip155: granted([`eip155:1:${address}`]),
    solana: granted(
      [solana, solanaDevnet].flatMap(({ caipNetworkId }) => solanaAddresses.map((own) => `${caipNetworkId}:${own}`)),
    ),
  },
}

const start = () => {
  const told: unknown[] = []
  const { store } = openPage(
    {
      account: (namespace, account) => {
        told.push([namespace, account.status])
      },
    },
    { networks: [...bootstrap.networks, solana, solanaDevnet] },
  )
  const standing = createStanding({ store })
  return { store, told, standing }
}

test('a session is one connection in each of its namespaces, with all accounts that it has there', async () => {
  const { store, told, standing } = start()
  await standing.tell(session)
  await settle()
  expect(told).toEqual([
    ['eip155', 'connected'],
    ['solana', 'connected'],
  ])
  expect(store.get(accountsAtom).solana).toMatchObject({
    caipNetworkId: solana.caipNetworkId,
    caipAddresses: solanaAddresses.map((own) => `${solana.caipNetworkId}:${own}`),
  })
})

test('one namespace is left and the other goes on, until another session', async () => {
  const { store, told, standing } = start()
  await standing.tell(session)
  standing.leave(session, 'solana')
  told.length = 0
  await standing.tell(session)
  expect(told).toEqual([
    ['eip155', 'connected'],
    ['solana', 'disconnected'],
  ])
  standing.leave(session, 'eip155')
  await standing.tell(session)
  const { eip155, solana: left } = store.get(accountsAtom)
  expect([eip155.status, left.status]).toEqual(['disconnected', 'disconnected'])
  expect(standing.activeIn({ ...session, topic: 'two' }, 'solana')).not.toBeNull()
})

test('a session for one namespace takes nothing from a wallet that is connected in another', async () => {
  const { store, told, standing } = start()
  store.set(setAccountAtom, 'eip155', accountOn(1))
  store.set(connectForAtom, 'solana')
  standing.takeUp(session)
  await standing.tell(session)
  expect(told).toEqual([['solana', 'connected']])
  expect(store.get(accountsAtom).eip155.connectorId).toBe('io.example.harbor')
})

test('it starts where the visitor chose to be', () => {
  const { store, standing } = start()
  store.set(chooseNetworkAtom, solanaDevnet.caipNetworkId)
  expect(standing.accountIn(session, 'solana').caipNetworkId).toBe(solanaDevnet.caipNetworkId)
})

test.each([
  ['Kite', [], []],
  ['Kite', ['wallet_addEthereumChain'], ['eip155']],
  ['MetaMask Wallet', [], ['eip155']],
])('a session with %s, whose methods are %j, can be extended in %j', async (name, methods, expected) => {
  const { store, standing } = start()
  const { eip155, solana } = session.granted
  const granted = {
    ...(eip155 && { eip155: { ...eip155, methods } }),
    ...(solana && { solana: { ...solana, methods } }),
  }
  await standing.tell({ ...session, wallet: { name }, granted })
  expect(store.get(remoteWalletAtom)?.addsNetworksOf).toEqual(expected)
})

test('on each cosmos network of a session the account is written as that network writes it', () => {
  const { standing } = start()
  const accounts = ['cosmoshub-4:cosmos', 'osmosis-1:osmo', 'noble-1:noble'].map((id) => `cosmos:${id}1account`)
  const hub = { ...session, granted: { cosmos: granted(accounts) } }
  for (const caipAddress of accounts) {
    const caipNetworkId = caipAddress.split(':').slice(0, 2).join(':')
    standing.choose('cosmos', { caipNetworkId })
    expect(standing.accountIn(hub, 'cosmos')).toMatchObject({
      caipNetworkId,
      caipAddress,
      caipAddresses: [caipAddress],
    })
  }
})
