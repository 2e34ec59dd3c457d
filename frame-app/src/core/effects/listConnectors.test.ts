// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openPage } from '../../../test/page.ts'

const harbor = { id: 'io.example.harbor', name: 'Harbor', rdns: 'io.example.harbor' }
const wallets = [{ id: 'b2', name: 'Beta', chains: [], image_id: 'b2', supports_wc: true }]
const walletConnect = { projectId: '', relayUrl: 'wss://relay.example' }

test('lists the wallets in the order of the Connect view, once the page has reported its own', async () => {
  const { call } = openPage({}, { wallets, walletConnect })
  const listing = call('getConnectors', [])
  await call('wallets', [[harbor]])
  await call('walletIcon', ['io.example.harbor', 'data:image/png,harbor'])
  expect((await listing).map(({ id }) => id)).toEqual(['walletConnect', 'io.example.harbor', 'b2'])
  expect((await call('getConnectors', [])).slice(1)).toEqual([
    {
      ...{ id: 'io.example.harbor', name: 'Harbor' },
      type: 'injected',
      isInstalled: true,
      imageUrl: 'data:image/png,harbor',
    },
    {
      ...{ id: 'b2', name: 'Beta' },
      type: 'recommended',
      isInstalled: false,
      imageUrl: `${location.origin}/getWalletImage/b2`,
    },
  ])
})

test('leaves out recommended wallets below the fifth row, which the modal hides, too', async () => {
  const recommended = ['b1', 'b2', 'b3', 'b4'].map((id) => ({ id, name: id, chains: [] }))
  const { call } = openPage({}, { wallets: recommended })
  await call('wallets', [[harbor, { ...harbor, id: 'io.example.kite', rdns: 'io.example.kite', name: 'Kite' }]])
  expect((await call('getConnectors', [])).map(({ name }) => name)).toEqual(['Harbor', 'Kite', 'b1', 'b2', 'b3'])
})

test('leaves out a wallet that the page hides', async () => {
  const { call } = openPage({}, { wallets })
  await call('configure', [{ excludeWalletIds: ['b2'] }])
  await call('wallets', [[harbor]])
  expect((await call('getConnectors', [])).map(({ name }) => name)).toEqual(['Harbor'])
})
