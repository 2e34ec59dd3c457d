// @vitest-environment happy-dom

import type { SignInMode } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { harborWallet, openModal } from '../../../test/modal.ts'
import { sampleAccountOn, sampleAddress } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { serveSignIn, withSignInMode } from '../../../test/signIn.ts'
import { waitingRequest } from '../../../test/waitingRequest.ts'
import { checksumAddress } from '../../core/chains/eip155.ts'
import { shortenAddress } from '../../core/domain/address.ts'
import { setWaitingRequestAtom } from '../../core/state/waitingRequest.ts'

beforeEach(() => mockServer.use(http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' }))))

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sentence = () => screen.getByRole('heading', { level: 2 }).textContent
const caipAddress = `eip155:1:${checksumAddress(sampleAddress)}`

type Answer = (...args: unknown[]) => unknown
/** Opens the sign-in view with a connected wallet. */
const openSignIn = async (mode: SignInMode, answer: Answer = () => '0x1234') => {
  const auth = serveSignIn()
  const page = await openModal({ request: (...args) => answer(...args), disconnect: () => {} }, withSignInMode('none'))
  await page.call('wallets', [[harborWallet]])
  await page.call('account', ['eip155', sampleAccountOn(1)])
  await page.open({ signIn: mode })
  await act(() => vi.dynamicImportSettled())
  await page.calm()
  await page.calm()
  return { ...page, auth }
}

test('shows the site, the account and the message to sign', async () => {
  const { auth, calm } = await openSignIn('required')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign In')
  expect(sentence()).toBe('Sign in to shop.example')
  expect(screen.getByText(shortenAddress(checksumAddress(sampleAddress)))).toBeTruthy()
  expect(screen.getByText('Ethereum')).toBeTruthy()
  expect(auth.log).toEqual(['nonce'])

  const fold = screen.getByTestId('siwx-message')
  expect(fold.textContent).toContain('Read the message')
  fold.setAttribute('open', '')
  fireEvent(fold, new Event('toggle'))
  await calm()
  expect(fold.textContent).toContain('Hide the message')
  expect(screen.queryByText('Account')).toBeNull()
  const read = fold.textContent
  press('Sign')
  await calm()
  // The view shows exactly the text that the wallet signs.
  expect(`Hide the message${auth.bodies[0]?.message}`).toBe(read)
})

test('sends one signature request and closes the modal with the session', async () => {
  const answer = Promise.withResolvers<string>()
  const calls: number[] = []
  const { calm, outcomes } = await openSignIn('required', () => {
    calls.push(1)
    return answer.promise
  })
  const sign = screen.getByRole('button', { name: 'Sign' })
  fireEvent.click(sign)
  fireEvent.click(sign)
  await calm()
  expect(sentence()).toBe('Continue in Harbor')
  expect(screen.getByRole('button', { name: 'Signing...' }).getAttribute('aria-disabled')).toBe('true')
  press('Signing...')
  answer.resolve('0x1234')
  await calm()
  await calm()
  expect(calls).toHaveLength(1)
  expect(outcomes).toMatchObject([{ outcome: 'signedIn', session: { caipAddress } }])
})

test('shows a declined signature and offers to sign again or to disconnect', async () => {
  let isWilling = false
  const { calm, calls, outcomes } = await openSignIn('required', () => {
    if (!isWilling) throw new AppError(commonErrors.WALLET_ERROR, { number: 4001, message: 'no' })
    return '0x1234'
  })
  press('Sign')
  await calm()
  expect(sentence()).toBe('You are connected, not signed in')
  expect(screen.getByText('You declined the signature in Harbor. Sign when you are ready.')).toBeTruthy()
  await calm()
  expect(screen.getByText('Signature declined')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  isWilling = true
  press('Sign')
  await calm()
  await calm()
  expect(outcomes).toMatchObject([{ outcome: 'signedIn' }])
  expect(calls).not.toContain('disconnect')
})

test.each([
  ['required', 'Disconnect', true],
  ['optional', 'Not now', false],
] as const)('after a sign-in that is %s failed, offers the button "%s"', async (mode, name, isGone) => {
  const { calm, calls, outcomes } = await openSignIn(mode, () => {
    throw new AppError(commonErrors.WALLET_ERROR, { number: -32603, message: 'The device is locked' })
  })
  press('Sign')
  await calm()
  expect(screen.getByText('The device is locked')).toBeTruthy()
  expect(screen.queryByText('Signature declined')).toBeNull()
  press(name)
  await calm()
  expect(calls.includes('disconnect')).toBe(isGone)
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test.each([
  ['required', true],
  ['optional', false],
] as const)('if the visitor cancels a sign-in that is %s, the wallet disconnects: %s', async (mode, isGone) => {
  const { calm, calls, isOpen } = await openSignIn(mode)
  press('Cancel')
  await calm()
  expect(calls.includes('disconnect')).toBe(isGone)
  expect(isOpen()).toBe(false)
})

test('writes a new sign-in message if the server rejects the signed one as too old', async () => {
  const { auth, calm, outcomes } = await openSignIn('required')
  auth.next.refusal = 'SIWX_NONCE_INVALID'
  press('Sign')
  await calm()
  await calm()
  expect(screen.getByText('The message was too old when it was signed. There is a new one now.')).toBeTruthy()
  press('Sign')
  await calm()
  await calm()
  expect(outcomes).toMatchObject([{ outcome: 'signedIn' }])
  expect(auth.log).toEqual(['nonce', 'authenticate', 'nonce', 'authenticate'])
})

test('links to the wallet app in which a signature request waits', async () => {
  const { store, calm } = await openSignIn('required', () => new Promise(() => {}))
  press('Sign')
  await calm()
  act(() =>
    store.set(setWaitingRequestAtom, waitingRequest({ walletName: 'Juniper', link: 'https://juniper.example/wc' })),
  )
  expect(screen.getByRole('link', { name: 'Open Juniper' }).getAttribute('href')).toBe('https://juniper.example/wc')
})

test('announces to screen readers that the modal does not close while a sign-in is required', async () => {
  const { calm } = await openSignIn('required')
  press('Close')
  await calm()
  expect(screen.getByText('Sign in first. Close a second time to disconnect and leave.')).toBeTruthy()
})

test('if the visitor cancels the sign-in, asks the wallet to switch back to the network that has a session', async () => {
  const requests: unknown[] = []
  const page = await openSignIn('required', (...args) => {
    requests.push(args[1])
    return '0x1234'
  })
  const { call, calm, open, calls, outcomes } = page
  press('Sign')
  await calm()
  await calm()
  await call('account', ['eip155', sampleAccountOn(10)])
  await open({ signIn: 'required' })
  expect(sentence()).toBe('Sign in to shop.example')
  press('Cancel')
  await calm()
  expect(requests.at(-1)).toMatchObject({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
  expect(calls).not.toContain('disconnect')
  await call('account', ['eip155', sampleAccountOn(1)])
  await calm()
  expect(outcomes).toMatchObject([{ outcome: 'signedIn' }, { outcome: 'closed' }])
})
