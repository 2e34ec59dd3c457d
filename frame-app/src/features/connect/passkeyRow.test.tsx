// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import type { EmbeddedWallet } from '../../core/connectors/types.ts'
import { connectorAtom } from '../../core/state/connections.ts'

beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const openWith = async (loginWithPasskey: EmbeddedWallet['loginWithPasskey']) => {
  const modal = await openModal({}, { email: true })
  const embedded = modal.store.get(connectorAtom)('embedded')
  const wallet: Partial<EmbeddedWallet> = { loginWithPasskey: vi.fn(loginWithPasskey) }
  vi.spyOn(embedded, 'open').mockResolvedValue(wallet as EmbeddedWallet)
  await modal.open({})
  return wallet
}

test('signs in with a passkey by one press, without an address', async () => {
  const wallet = await openWith(async () => undefined)
  const row = await screen.findByRole('button', { name: 'Continue with a passkey' })
  expect(wallet.loginWithPasskey).not.toHaveBeenCalled()
  fireEvent.click(row)
  await vi.waitFor(() => expect(wallet.loginWithPasskey).toHaveBeenCalledTimes(1))
})

test('says why the login with a passkey did not start', async () => {
  await openWith(() => Promise.reject(new AppError(commonErrors.OFFLINE)))
  fireEvent.click(await screen.findByTestId('passkey'))
  expect(await screen.findByText('You are offline')).toBeTruthy()
})

test('stands between the email and the wallets', async () => {
  await openWith(async () => undefined)
  const row = await screen.findByTestId('passkey')
  const follows = (first: Node, second: Node) =>
    Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect(follows(screen.getByTestId('email-input'), row)).toBe(true)
  expect(follows(row, screen.getByTestId('wallet-list'))).toBe(true)
})

test('is missing in a browser without passkeys, and in a project without the login by email', async () => {
  const { open } = await openModal({}, {})
  await open({})
  expect(screen.queryByTestId('passkey')).toBeNull()
  vi.unstubAllGlobals()
  await openWith(async () => undefined)
  await vi.waitFor(() => expect(screen.queryAllByTestId('email-input').length).toBeGreaterThan(0))
  expect(screen.queryByTestId('passkey')).toBeNull()
})
