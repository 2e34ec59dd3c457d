// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import type { EmbeddedWallet } from '../../core/connectors/types.ts'
import { connectorAtom } from '../../core/state/connections.ts'
import { setSecurePanelAtom } from '../../core/state/embedded.ts'
import { hasLeftAtom } from '../../core/state/hasLeft.ts'

const openAfterLeaving = async (offerReturn: EmbeddedWallet['offerReturn']) => {
  const modal = await openModal({}, { email: true })
  const embedded = modal.store.get(connectorAtom)('embedded')
  const wallet: Partial<EmbeddedWallet> = { offerReturn: vi.fn(offerReturn), setPosition: () => {}, leave: () => {} }
  vi.spyOn(embedded, 'open').mockResolvedValue(wallet as EmbeddedWallet)
  modal.store.set(hasLeftAtom, true)
  await modal.open({})
  return { ...modal, offerReturn: wallet.offerReturn }
}

test('shows the area of the secure frame first in the connect view, and the email form once the secure frame leaves it', async () => {
  const { store } = await openAfterLeaving(async () => true)
  await act(() => store.set(setSecurePanelAtom, { view: 'return', height: 150 }))
  const place = await screen.findByTestId('secure-place')
  expect(screen.queryByTestId('email-input')).toBeNull()
  const wallets = screen.getAllByRole('list')[0]
  expect(wallets && place.compareDocumentPosition(wallets) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await act(() => store.set(setSecurePanelAtom, null))
  expect(await screen.findByTestId('email-input')).toBeTruthy()
})

test.each<[string, EmbeddedWallet['offerReturn']]>([
  ['has no button to offer', async () => false],
  ['can not be reached', () => Promise.reject(new AppError(walletErrors.IFRAME_REQUEST_TIMEOUT))],
])('shows the email form if the secure frame %s', async (_name, offerReturn) => {
  await openAfterLeaving(offerReturn)
  expect(await screen.findByTestId('email-input')).toBeTruthy()
})

test('asks the secure frame only while the modal is open', async () => {
  const { store, offerReturn } = await openAfterLeaving(async () => true)
  await vi.waitFor(() => expect(offerReturn).toHaveBeenCalledTimes(1))
  expect(store.get(connectorAtom)('embedded').open).toHaveBeenCalledTimes(1)
})
