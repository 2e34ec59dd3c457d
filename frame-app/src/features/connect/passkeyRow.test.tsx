// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import type { EmbeddedWallet } from '../../core/connectors/types.ts'
import { connectorAtom } from '../../core/state/connections.ts'

afterEach(() => vi.restoreAllMocks())

const passkeyButton = () => screen.queryByRole('button', { name: 'Continue with a passkey' })

const openWith = async (login: EmbeddedWallet['login']) => {
  const modal = await openModal({}, { email: true })
  const embedded = modal.store.get(connectorAtom)('embedded')
  const wallet: Partial<EmbeddedWallet> = { login: vi.fn(login) }
  vi.spyOn(embedded, 'open').mockResolvedValue(wallet as EmbeddedWallet)
  await modal.open({})
  return wallet
}

test('signs in with a passkey by one press, without an address', async () => {
  const wallet = await openWith(async () => undefined)
  const row = await screen.findByRole('button', { name: 'Continue with a passkey' })
  expect(wallet.login).not.toHaveBeenCalled()
  fireEvent.click(row)
  await vi.waitFor(() => expect(wallet.login).toHaveBeenCalledExactlyOnceWith(undefined))
})

test('says why the login with a passkey did not start', async () => {
  await openWith(() => Promise.reject(new AppError(commonErrors.OFFLINE)))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with a passkey' }))
  expect(await screen.findByText('You are offline')).toBeTruthy()
})

test('stands between the email and the wallets', async () => {
  await openWith(async () => undefined)
  const row = await screen.findByRole('button', { name: 'Continue with a passkey' })
  const follows = (first: Node, second: Node) =>
    Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect(follows(screen.getByTestId('email-input'), row)).toBe(true)
  expect(follows(row, screen.getByTestId('wallet-list'))).toBe(true)
})

test('is missing in a project without the login by email', async () => {
  const { open } = await openModal({}, {})
  await open({})
  await screen.findByTestId('wallet-list')
  expect(passkeyButton()).toBeNull()
})
