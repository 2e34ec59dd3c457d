// @vitest-environment happy-dom

import type { SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { failedPanel, workingPanel } from '../login/workingPanel.ts'
import { createCardSurface } from './cardSurface.ts'
import { element, on } from './element.ts'
import { applyLook } from './look.ts'
import { body, button, hero, setDisabled } from './parts.ts'
import { showWords } from './surface.ts'

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

test('a frame that gets the focus late gives it to the heading of its panel', async () => {
  const { surface } = open()
  await surface.show('verifyCode', body(hero({ title: 'Enter the code we sent' })))
  document.querySelector('h2')?.blur()
  window.dispatchEvent(new Event('focus'))
  expect(document.activeElement?.textContent).toBe('Enter the code we sent')
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

test('a request hears Escape once, also where the focus is on nothing', async () => {
  const { surface } = open()
  const card = element('div', { class: 'approve' }, element('h2', { tabindex: -1 }, 'shop.example'))
  const heard = vi.fn()
  on(card, { keydown: heard })
  await surface.show('approve', card)
  for (const place of [document.body, card.firstElementChild])
    place?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(heard.mock.calls.map(([{ key }]) => key)).toEqual(['Escape', 'Escape'])
})

test('a panel keeps its language while the modal takes another one', async () => {
  const { surface } = open()
  applyLook(document.documentElement, { theme: 'light', locale: 'ar', width: 360 })
  await surface.show('settings', body())
  applyLook(document.documentElement, { theme: 'light', locale: 'en', width: 360 })
  const main = document.querySelector('main')
  expect([main?.lang, main?.dir]).toEqual(['ar', 'rtl'])
})

describe('where the visitor takes another language', () => {
  const takeGerman = async (surface: ReturnType<typeof open>['surface']) => {
    await loadLanguage(document.documentElement, 'de')
    surface.redraw()
  }
  beforeEach(() => loadLanguage(document.documentElement, 'en'))

  test('a panel of words is drawn again in it, and what had the focus keeps it', async () => {
    const { panel, surface } = open()
    const [go, leave] = [vi.fn(), vi.fn()]
    await showWords(surface, 'settings', () => failedPanel(new AppError(commonErrors.OFFLINE), go, leave))
    document.querySelectorAll('button')[1]?.focus()
    await takeGerman(surface)
    expect(document.querySelector('main')?.lang).toBe('de')
    expect(document.body.textContent).toContain('Sie sind offline')
    expect(document.activeElement?.textContent).toBe('Nicht jetzt')
    document.querySelectorAll('button')[0]?.click()
    expect(go).toHaveBeenCalledOnce()
    // It is the same panel to the modal.
    expect(panel.mock.calls.map(([shown]) => shown?.view)).toEqual(['settings'])
  })

  test('one that something was typed into, and a request, stay as they are', async () => {
    const { surface } = open()
    const input = element('input', { value: '4821' })
    await showWords(surface, 'settings', () => failedPanel(new AppError(commonErrors.OFFLINE), vi.fn(), vi.fn()))
    await surface.show('verifyCode', body(hero({ title: 'Enter the code we sent' }), input))
    await takeGerman(surface)
    expect(input.isConnected).toBe(true)
    expect(document.querySelector('main')?.lang).toBe('en')
  })

  test('what was given back does not come again', async () => {
    const { surface } = open()
    await showWords(surface, 'settings', () => failedPanel(new AppError(commonErrors.OFFLINE), vi.fn(), vi.fn()))
    surface.hide()
    await takeGerman(surface)
    expect(document.body.childElementCount).toBe(0)
  })
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
