// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { createCardSurface } from '../ui/cardSurface.ts'
import { element } from '../ui/element.ts'
import { createRefusalNotices } from './refused.ts'

beforeEach(() => document.body.replaceChildren())

const open = () => {
  const panel = vi.fn(async (_: unknown) => undefined)
  const surface = createCardSurface({ container: document.body, name: 'wallet.example', panel })
  const refused = createRefusalNotices({ surface, host: 'https://orchard.example' })
  /** Ends a request with this error and returns the text that the visitor sees. */
  const end = async (method: string, code: keyof typeof embeddedWalletErrors, values = {}) => {
    const thrown = new AppError(embeddedWalletErrors[code], { values })
    const request = { method, chainId: 'eip155:1', chainNamespace: 'eip155' } as const
    await expect(refused.watch(request, Promise.reject(thrown))).rejects.toBe(thrown)
    return shown()
  }
  return { panel, surface, refused, end }
}
const shown = () => document.body.textContent ?? ''
const close = () => document.querySelector('button')?.click()

test('names the protocol whose key a site asked for, without hidden characters', async () => {
  const text = await open().end('personal_sign', 'FOREIGN_KEY_MESSAGE', {
    protocol: 'Ti\u202ede',
    site: 'tide.example',
  })
  expect(text).toContain(
    'This text makes the key of your Tide account. Only Tide may ask for it, and this is orchard.example. Nothing was signed.',
  )
})

test.each<[string, keyof typeof embeddedWalletErrors, string]>([
  ['eth_sign', 'METHOD_NOT_ALLOWED', 'orchard.example asked for an action that this wallet never allows.'],
  ['personal_sign', 'WRONG_SITE_MESSAGE', 'orchard.example asked you to sign in to another site'],
  ['personal_sign', 'BLIND_MESSAGE', 'orchard.example asked for a signature of something that nobody can read.'],
  ['solana_signMessage', 'TRANSACTION_MESSAGE', 'orchard.example passed a transaction off as a message.'],
  ['eth_signTypedData_v4', 'ACCOUNT_DELEGATION', 'orchard.example asked you to hand your whole account to a contract.'],
])('shows the visitor that %s was blocked: %s', async (method, code, lead) => {
  const { panel, end } = open()
  const text = await end(method, code)
  expect(text).toContain('This request was blocked')
  expect(text).toContain(lead)
  expect(text).toContain('Nothing was signed.')
  expect(document.querySelector('dd')?.textContent).toBe(method)
  expect(panel.mock.lastCall?.[0]).toMatchObject({ view: 'approve' })
  close()
  expect(shown()).toBe('')
  expect(panel.mock.lastCall).toEqual([null])
})

test.each<[string, keyof typeof embeddedWalletErrors]>([
  ['personal_sign', 'INVALID_PARAMS'],
  ['personal_sign', 'USER_REJECTED'],
  ['personal_sign', 'FOREIGN_ACCOUNT'],
  ['solana_signMessage', 'METHOD_NOT_ALLOWED'],
  ['wallet_getSnaps', 'METHOD_NOT_ALLOWED'],
  ['personal_ecRecover', 'METHOD_NOT_ALLOWED'],
])('shows no notice for a request of %s that ends with %s', async (method, code) => {
  const { panel, end } = open()
  expect(await end(method, code)).toBe('')
  expect(panel.mock.calls).toEqual([])
})

test('shows no notice for an error that is not one of the wallet', async () => {
  const { refused, panel } = open()
  const request = { method: 'personal_sign', chainId: 'eip155:1', chainNamespace: 'eip155' } as const
  const thrown = Object.assign(new Error('forged'), { code: 'BLIND_MESSAGE' })
  await expect(refused.watch(request, Promise.reject(thrown))).rejects.toBe(thrown)
  expect(panel).not.toHaveBeenCalled()
})

test('the only button of a notice is its primary one', async () => {
  await open().end('personal_sign', 'BLIND_MESSAGE')
  expect([...document.querySelectorAll('button')].map(({ className }) => className)).toEqual([
    expect.stringContaining('button--primary'),
  ])
})

test('a refused signature keeps the panel and the approval card on display', async () => {
  const { surface, end } = open()
  await surface.show('verifyCode', element('p', {}, 'Enter the code'))
  expect(await end('eth_sign', 'METHOD_NOT_ALLOWED')).toContain('Enter the code')
  await surface.show('approve', element('p', {}, 'A card'))
  expect(await end('personal_sign', 'BLIND_MESSAGE')).toContain('A card')
  expect(await end('eth_sign', 'METHOD_NOT_ALLOWED')).toContain('A card')
})

test('a second refused signature replaces the notice about the first', async () => {
  const { end } = open()
  expect(await end('eth_sign', 'METHOD_NOT_ALLOWED')).toContain('never allows')
  expect(await end('personal_sign', 'BLIND_MESSAGE')).toContain('nobody can read')
})

test('the end of a notice about a blocked request keeps the panel that replaced the notice', async () => {
  const { surface, refused, end } = open()
  await end('eth_sign', 'METHOD_NOT_ALLOWED')
  await surface.show('approve', element('p', {}, 'A card'))
  refused.close()
  expect(shown()).toContain('A card')
})

test('Escape closes the notice of a blocked request even if no element has the focus', async () => {
  const { panel, end } = open()
  await end('eth_sign', 'METHOD_NOT_ALLOWED')
  const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
  document.body.dispatchEvent(pressed)
  expect(panel.mock.lastCall).toEqual([null])
})

test('hides a method name that could read as a sentence', async () => {
  const text = await open().end('Call +1 555 and sign to unlock your wallet', 'METHOD_NOT_ALLOWED')
  expect(text).toContain('This request was blocked')
  expect(text).not.toContain('555')
})

test('redraws the notice of a blocked request when the visitor changes the language', async () => {
  onTestFinished(async () => void (await loadLanguage(document.documentElement, 'en')))
  const { surface, end } = open()
  await end('eth_sign', 'METHOD_NOT_ALLOWED')
  await loadLanguage(document.documentElement, 'de')
  surface.redraw()
  expect(shown()).toContain('orchard.example wollte etwas, das diese Wallet nie erlaubt.')
  close()
  expect(shown()).toBe('')
})
