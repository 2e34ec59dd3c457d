import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { setAccountAtom } from './accounts.ts'
import { switchableNetworkIdsAtom } from './networks.ts'
import { setBootstrapAtom } from './options.ts'
import { setRemoteWalletAtom } from './remoteWallet.ts'

const connect = (connectorId: string) => {
  const store = createStore()
  store.set(setBootstrapAtom, sampleBootstrap)
  store.set(setAccountAtom, 'eip155', {
    status: 'connected',
    connectorId,
    caipNetworkId: 'eip155:1',
    caipAddress: 'eip155:1:0x7a0b2c4d6e8f00112233445566778899aa0c36ef',
  })
  return store
}

test('lets a page wallet switch to every network', () => {
  expect(connect('io.kite').get(switchableNetworkIdsAtom)).toEqual(['eip155:1', 'eip155:10'])
})

test.each([
  [['eip155:1'], [], ['eip155:1']],
  [['eip155:10', 'eip155:777'], [], ['eip155:10']],
  [['eip155:1'], ['eip155'], ['eip155:1', 'eip155:10']],
] satisfies [string[], ChainNamespace[], string[]][])(
  'for a WalletConnect session with the networks %j that can add networks in %j, offers the networks %j',
  (networks, addsNetworksOf, expected) => {
    const store = connect('walletConnect')
    store.set(setRemoteWalletAtom, { name: 'Kite', networks, addsNetworksOf })
    expect(store.get(switchableNetworkIdsAtom)).toEqual(expected)
  },
)
