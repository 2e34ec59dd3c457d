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

const openWith = async (login: EmbeddedWallet['login'], options: Record<string, unknown> = {}) => {
  const modal = await openModal({}, { email: true })
  if (Object.keys(options).length > 0) await modal.call('configure', [options])
  const embedded = modal.store.get(connectorAtom)('embedded')
  const wallet: Partial<EmbeddedWallet> = { login: vi.fn(login) }
  vi.spyOn(embedded, 'open').mockResolvedValue(wallet as EmbeddedWallet)
  await modal.open({})
  return wallet
}

test('signs in with a passkey by one press, without an address', async () => {
  const wallet = await openWith(async () => undefined)
  const link = await screen.findByRole('button', { name: 'Continue with a passkey' })
  expect(wallet.login).not.toHaveBeenCalled()
  fireEvent.click(link)
  await vi.waitFor(() => expect(wallet.login).toHaveBeenCalledExactlyOnceWith(undefined))
})

test('starts one login with a passkey at a time, and none before the visitor accepts the required terms', async () => {
  const wallet = await openWith(() => new Promise(() => undefined), {
    legalCheckbox: true,
    termsUrl: 'https://shop.example/terms',
  })
  const link = await screen.findByRole('button', { name: 'Continue with a passkey' })
  expect(link.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(link)
  fireEvent.click(screen.getByTestId('w3m-legal-checkbox'))
  await vi.waitFor(() => expect(link.getAttribute('aria-disabled')).toBe('false'))
  expect(wallet.login).not.toHaveBeenCalled()
  fireEvent.click(link)
  fireEvent.click(link)
  await vi.waitFor(() => expect(wallet.login).toHaveBeenCalled())
  fireEvent.click(link)
  expect(wallet.login).toHaveBeenCalledTimes(1)
})

test('says why the login with a passkey did not start', async () => {
  await openWith(() => Promise.reject(new AppError(commonErrors.OFFLINE)))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with a passkey' }))
  expect(await screen.findByText('You are offline')).toBeTruthy()
})

test('the way to sign in with a passkey stands between the email and the wallets', async () => {
  await openWith(async () => undefined)
  const link = await screen.findByRole('button', { name: 'Continue with a passkey' })
  const follows = (first: Node, second: Node) =>
    Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect(follows(screen.getByTestId('email-input'), link)).toBe(true)
  expect(follows(link, screen.getByTestId('wallet-list'))).toBe(true)
})

test('the way to sign in with a passkey is missing in a project without the login by email', async () => {
  const { open } = await openModal({}, {})
  await open({})
  await screen.findByTestId('wallet-list')
  expect(passkeyButton()).toBeNull()
})
