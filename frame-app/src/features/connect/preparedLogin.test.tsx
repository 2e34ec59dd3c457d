// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
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

test('prepares the login once, at the first character of the address', async () => {
  const { wallet, type } = await openWith(async () => undefined)
  await screen.findByTestId('email-input')
  expect(wallet.prepareLogin).not.toHaveBeenCalled()
  for (const address of ['a', 'ad', 'ada']) type(address)
  await vi.waitFor(() => expect(wallet.prepareLogin).toHaveBeenCalledTimes(1))
})

test('says nothing if the login cannot be prepared', async () => {
  const { wallet, type } = await openWith(() => Promise.reject(new AppError(commonErrors.OFFLINE)))
  await screen.findByTestId('email-input')
  type('a')
  await vi.waitFor(() => expect(wallet.prepareLogin).toHaveBeenCalledTimes(1))
  expect(screen.queryByText('You are offline')).toBeNull()
})
