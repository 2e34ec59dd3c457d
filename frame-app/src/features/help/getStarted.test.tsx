// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import type { EmbeddedWallet } from '../../core/connectors/types.ts'
import { connectorAtom } from '../../core/state/connections.ts'

beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}))

const start = async (email: boolean) => {
  const modal = await openModal({}, email ? { email } : {})
  await modal.open({})
  fireEvent.click(await screen.findByRole('button', { name: 'Get started' }))
  return modal
}

test('Get started shows the email and the passkey first', async () => {
  const { store } = await start(true)
  expect(await screen.findByText('All you need is your email')).toBeTruthy()
  // The view before it is still there while it moves out, behind this one.
  const [field] = screen.getAllByTestId('email-input') as [HTMLElement]
  const [submit] = screen.getAllByTestId('email-submit') as [HTMLElement]
  expect(screen.getAllByText('Continue with a passkey')).toHaveLength(2)
  const login = vi.fn(async () => undefined)
  const wallet: Partial<EmbeddedWallet> = { login }
  vi.spyOn(store.get(connectorAtom)('embedded'), 'open').mockResolvedValue(wallet as EmbeddedWallet)
  fireEvent.change(field, { target: { value: 'mara@orchard.example' } })
  fireEvent.click(submit)
  await vi.waitFor(() => expect(login).toHaveBeenCalledWith('mara@orchard.example'))
})

test('goes back to the wallets for a visitor with a wallet app', async () => {
  await start(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a wallet' }))
  expect(await screen.findByTestId('wallet-list')).toBeTruthy()
})

test('without the login by email the view explains wallets', async () => {
  await start(false)
  expect(await screen.findByText('Your keys')).toBeTruthy()
  expect(screen.queryByTestId('email-input')).toBeNull()
})
