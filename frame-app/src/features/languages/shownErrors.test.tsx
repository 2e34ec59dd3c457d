// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { harborWallet, openModal } from '../../../test/modal.ts'
import { sampleAccountOn } from '../../../test/page.ts'
import { pairingIsAsked, sampleRelaySettings, silenceRelay } from '../../../test/relay.ts'
import { mockServer } from '../../../test/server.ts'
import { serveSignIn, withSignInMode } from '../../../test/signIn.ts'
import { showAlertAtom, showToastAtom } from '../../core/state/notices.ts'
import { configureAtom, setLocaleAtom } from '../../core/state/options.ts'
import { setPairingAtom } from '../../core/state/pairing.ts'
import { textLocaleAtom } from '../language.ts'

beforeEach(() =>
  mockServer.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  ),
)

type Page = Awaited<ReturnType<typeof openModal>>
const setLocale = async ({ store, calm }: Page, locale: string) => {
  await act(() => store.set(setLocaleAtom, locale))
  await vi.waitFor(() => expect(store.get(textLocaleAtom)).toBe(locale))
  await calm()
}
const press = async ({ calm }: Page, name: string | RegExp) => {
  fireEvent.click(await screen.findByRole('button', { name }))
  await act(() => vi.dynamicImportSettled())
  await calm()
}
const refuse = (error: AppError) => () => {
  throw error
}
const mismatch = new AppError(chainErrors.CONNECTOR_CHAIN_MISMATCH)

test('shows a connection error in the language of the page, and follows a change of language', async () => {
  const page = await openModal({ connect: refuse(new AppError(commonErrors.WALLET_NOT_FOUND)) })
  await page.call('wallets', [[harborWallet]])
  await page.open({})
  await press(page, /Harbor/)
  expect(await screen.findByText('This wallet is no longer in the page')).toBeTruthy()
  await setLocale(page, 'de')
  expect(screen.getByText('Diese Wallet ist nicht mehr in der Seite')).toBeTruthy()
  await setLocale(page, 'ar')
  expect(screen.getByText('لم تعد هذه المحفظة في الصفحة')).toBeTruthy()
})

test('shows the error message of a wallet untranslated', async () => {
  const page = await openModal({
    connect: refuse(new AppError(commonErrors.WALLET_ERROR, { message: 'The device is locked.' })),
  })
  await page.call('wallets', [[harborWallet]])
  await page.open({})
  await press(page, /Harbor/)
  await setLocale(page, 'de')
  expect(screen.getByText('Harbor konnte sich nicht verbinden')).toBeTruthy()
  expect(screen.getByText('The device is locked.')).toBeTruthy()
})

test('translates the error of a failed network switch', async () => {
  const page = await openModal({ request: refuse(mismatch) })
  await page.call('wallets', [[harborWallet]])
  await page.call('account', ['eip155', sampleAccountOn(1)])
  await page.open({})
  await press(page, 'Network: Ethereum')
  await press(page, 'OP Mainnet')
  await setLocale(page, 'de')
  expect(await screen.findByText('Die Wallet ist auf einem anderen Netzwerk als erwartet')).toBeTruthy()
})

test('translates the error of a failed sign-in', async () => {
  const auth = serveSignIn()
  auth.next.refusal = 'SIWX_SIGNATURE_INVALID'
  const page = await openModal({ request: () => '0x1234', disconnect: () => {} }, withSignInMode('none'))
  await page.call('wallets', [[harborWallet]])
  await page.call('account', ['eip155', sampleAccountOn(1)])
  await page.open({ signIn: 'required' })
  await press(page, 'Sign')
  await setLocale(page, 'ar')
  expect(await screen.findByText('التوقيع ليس لهذا الحساب')).toBeTruthy()
})

test('translates the error of a failed pairing', async () => {
  const page = await openModal({}, { walletConnect: sampleRelaySettings })
  silenceRelay(page.store)
  await page.call('wallets', [[]])
  await page.open({})
  await press(page, /WalletConnect/)
  await pairingIsAsked(page.store)
  act(() => page.store.set(setPairingAtom, { status: 'failed', error: new AppError(siwxErrors.SIWX_NOTHING_GRANTED) }))
  await setLocale(page, 'de')
  expect(screen.getByText('Die Wallet gab nichts frei')).toBeTruthy()
})

test('translates the error of a toast and of a configuration alert', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = await openModal()
  await page.open({})
  await setLocale(page, 'de')
  await act(() => page.store.set(showToastAtom, { variant: 'error', error: mismatch }))
  expect(await screen.findByTestId('wui-snackbar-message')).toHaveProperty(
    'textContent',
    'Die Wallet ist auf einem anderen Netzwerk als erwartet',
  )
  await act(() => {
    page.store.set(configureAtom, { debug: true })
    page.store.set(showAlertAtom, new AppError(commonErrors.SWITCH_NETWORK_NOT_FOUND))
  })
  expect(screen.getByTestId('wui-alertbar-text').textContent).toBe('Netzwerk nicht gefunden')
})
