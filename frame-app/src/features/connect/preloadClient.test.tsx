// @vitest-environment happy-dom

import type { Bootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { harborWallet, openModal } from '../../../test/modal.ts'
import { sampleRelaySettings, silenceRelay } from '../../../test/relay.ts'
import { connectorAtom } from '../../core/state/connections.ts'

const juniper = { id: 'juniper', name: 'Juniper', chains: [], homepage: 'https://juniper.example' }

const openConnect = async (data: Partial<Bootstrap> = { walletConnect: sampleRelaySettings }) => {
  const page = await openModal({}, { wallets: [juniper], walletCount: 70, ...data })
  silenceRelay(page.store)
  const client = page.store.get(connectorAtom)('walletConnect')
  const preload = vi.spyOn(client, 'preload').mockReturnValue()
  const pair = vi.spyOn(client, 'pair')
  await page.call('wallets', [[harborWallet]])
  await page.open({})
  return { ...page, preload, pair }
}
const row = (name: RegExp) => screen.getByRole('button', { name })

test.each([
  ['the pointer', /WalletConnect/, fireEvent.pointerEnter],
  ['the focus', /WalletConnect/, fireEvent.focus],
  ['the pointer', /Juniper/, fireEvent.pointerEnter],
])('loads the WalletConnect client on %s over a row that needs it (%s), without a pairing', async (_, name, reach) => {
  const { preload, pair, calm } = await openConnect()
  expect(preload).not.toHaveBeenCalled()
  reach(row(name))
  reach(row(name))
  await calm()
  expect(preload).toHaveBeenCalledOnce()
  expect(pair).not.toHaveBeenCalled()
})

test('does not load the WalletConnect client on the pointer over a wallet of the host page', async () => {
  const { preload, calm } = await openConnect()
  fireEvent.pointerEnter(row(/Harbor/))
  await calm()
  expect(preload).not.toHaveBeenCalled()
})

test('does not load the WalletConnect client if the project has no relay', async () => {
  const { preload, calm } = await openConnect({})
  const [listed] = screen.queryAllByRole('button', { name: /Juniper/ })
  if (listed) fireEvent.pointerEnter(listed)
  await calm()
  expect(preload).not.toHaveBeenCalled()
})
