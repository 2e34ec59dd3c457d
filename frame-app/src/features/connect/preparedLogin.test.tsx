// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import type { EmbeddedWallet } from '../../core/connectors/types.ts'
import { connectorAtom } from '../../core/state/connections.ts'

afterEach(() => vi.restoreAllMocks())

const openWith = async (prepareLogin: EmbeddedWallet['prepareLogin']) => {
  const modal = await openModal({}, { email: true })
  const wallet: Partial<EmbeddedWallet> = { prepareLogin: vi.fn(prepareLogin) }
  vi.spyOn(modal.store.get(connectorAtom)('embedded'), 'open').mockResolvedValue(wallet as EmbeddedWallet)
  await modal.open({})
  return { wallet, type: (value: string) => fireEvent.change(screen.getByTestId('email-input'), { target: { value } }) }
}

test('prepares the login while the visitor types the address', async () => {
  const { wallet, type } = await openWith(() => undefined)
  await screen.findByTestId('email-input')
  expect(wallet.prepareLogin).not.toHaveBeenCalled()
  type('a')
  await vi.waitFor(() => expect(wallet.prepareLogin).toHaveBeenCalled())
})
