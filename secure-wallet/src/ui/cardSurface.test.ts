// @vitest-environment happy-dom
import type { SecurePanel } from 'loader/protocol/secureApi.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { workingPanel } from '../login/workingPanel.ts'
import { createCardSurface } from './cardSurface.ts'
import { applyLook } from './look.ts'
import { body, button, hero, setDisabled } from './parts.ts'

beforeEach(() => document.body.replaceChildren())
const open = () => {
  const panel = vi.fn(async (_: SecurePanel | null) => undefined)
  const leave = vi.fn()
  return { panel, leave, surface: createCardSurface({ place: document.body, name: 'wallet.example', panel, leave }) }
}

test('a panel stands under the seal, asks for its place, and its heading takes the focus', async () => {
  const { panel, surface } = open()
  await surface.show('verifyCode', body(hero({ title: 'Enter the code we sent' })))
  expect(document.querySelector('.seal')?.textContent).toBe('wallet.example')
  expect(panel).toHaveBeenCalledExactlyOnceWith({ view: 'verifyCode', height: expect.any(Number) })
  expect(panel.mock.calls[0]?.[0]?.height).toBeGreaterThan(0)
  expect(document.activeElement?.textContent).toBe('Enter the code we sent')
})

test('the card is given back once, and nothing stays', async () => {
  const { panel, surface } = open()
  surface.hide()
  expect(panel).not.toHaveBeenCalled()
  await surface.show('settings', body())
  surface.hide()
  surface.hide()
  expect(panel.mock.calls.filter(([shown]) => shown === null)).toHaveLength(1)
  expect(document.body.childElementCount).toBe(0)
})

test('a wait keeps the height of what it follows', async () => {
  const { surface } = open()
  await surface.show('newWallet', workingPanel('Making your wallet'))
  expect(document.querySelector('main')?.style.minBlockSize).toBe('')
  await surface.show('settings', body())
  await surface.show('settings', workingPanel('One moment'))
  expect(document.querySelector('main')?.style.minBlockSize).toBe('min(520px, 100dvh)')
})

test('Escape leaves a panel; a request is answered by its own card', async () => {
  const { leave, surface } = open()
  const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  press()
  await surface.show('approve', body())
  press()
  expect(leave).not.toHaveBeenCalled()
  await surface.show('settings', body())
  press()
  expect(leave).toHaveBeenCalledOnce()
})

test('a text is never markup', async () => {
  const { surface } = open()
  await surface.show('settings', body(hero({ title: '<img src=x onerror=alert(1)>', lead: '<b>' })))
  expect(document.querySelector('img, .body b')).toBeNull()
})

test('a disabled button keeps its focus and does nothing', () => {
  const press = vi.fn()
  const made = button('Go', press)
  document.body.append(made)
  made.focus()
  setDisabled(made, true)
  made.click()
  expect(document.activeElement).toBe(made)
  expect(press).not.toHaveBeenCalled()
  setDisabled(made, false)
  made.click()
  expect(press).toHaveBeenCalledOnce()
})

test('the look of the modal is taken over, and what is left out is taken back', () => {
  const root = document.documentElement
  applyLook(root, { theme: 'dark', locale: 'ar', accent: '#ff0000', radius: 8, width: 360 })
  expect([root.dataset.theme, root.lang, root.dir]).toEqual(['dark', 'ar', 'rtl'])
  expect(root.style.getPropertyValue('--host-accent')).toBe('#ff0000')
  applyLook(root, { theme: 'light', locale: 'en', width: 400 })
  expect(root.style.getPropertyValue('--host-accent')).toBe('')
  expect(root.style.getPropertyValue('--host-radius')).toBe('')
})
