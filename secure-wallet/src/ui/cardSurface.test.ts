// @vitest-environment happy-dom

import type { SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { failurePanel, workingPanel } from '../login/workingPanel.ts'
import { createCardSurface } from './cardSurface.ts'
import { element, on } from './element.ts'
import { button, panelBody, panelIntro, setDisabled } from './parts.ts'
import { showText } from './surface.ts'
import { applyTheme } from './theme.ts'

beforeEach(() => document.body.replaceChildren())
const open = () => {
  const panel = vi.fn(async (_: SecurePanel | null) => undefined)
  const leave = vi.fn()
  return {
    panel,
    leave,
    surface: createCardSurface({ container: document.body, name: 'wallet.example', panel, leave }),
  }
}

test("draws a panel below the seal, asks the modal for the panel's height and focuses its heading", async () => {
  const { panel, surface } = open()
  await surface.show('verifyCode', panelBody(panelIntro({ title: 'Check your email' })))
  expect(document.querySelector('.seal')?.textContent).toBe('wallet.example')
  expect(panel).toHaveBeenCalledExactlyOnceWith({ view: 'verifyCode', height: expect.any(Number) })
  expect(panel.mock.calls[0]?.[0]?.height).toBeGreaterThan(0)
  expect(document.activeElement?.textContent).toBe('Check your email')
})

test("returns the modal's card once, and removes all content from the secure frame", async () => {
  const { panel, surface } = open()
  surface.hide()
  expect(panel).not.toHaveBeenCalled()
  await surface.show('settings', panelBody())
  surface.hide()
  surface.hide()
  expect(panel.mock.calls.filter(([shown]) => shown === null)).toHaveLength(1)
  expect(document.body.childElementCount).toBe(0)
})

test('focuses the heading of the panel if the frame gets the focus late', async () => {
  const { surface } = open()
  await surface.show('verifyCode', panelBody(panelIntro({ title: 'Check your email' })))
  document.querySelector('h1')?.blur()
  window.dispatchEvent(new Event('focus'))
  expect(document.activeElement?.textContent).toBe('Check your email')
})

test('keeps the height of the previous panel while a waiting panel is shown', async () => {
  const { surface } = open()
  await surface.show('newWallet', workingPanel('Making your wallet'))
  expect(document.querySelector('main')?.style.minBlockSize).toBe('')
  await surface.show('settings', panelBody())
  await surface.show('settings', workingPanel('One moment'))
  expect(document.querySelector('main')?.style.minBlockSize).toBe('min(520px, 100dvh)')
})

test('leaves a panel on Escape, but lets the approval card handle Escape itself', async () => {
  const { leave, surface } = open()
  const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  press()
  await surface.show('approve', panelBody())
  press()
  expect(leave).not.toHaveBeenCalled()
  await surface.show('settings', panelBody())
  press()
  expect(leave).toHaveBeenCalledOnce()
})

test('passes Escape once to the approval card, even if no element has the focus', async () => {
  const { surface } = open()
  const card = element('div', { class: 'approve' }, element('h1', { tabindex: -1 }, 'shop.example'))
  const onKeydown = vi.fn()
  on(card, { keydown: onKeydown })
  await surface.show('approve', card)
  for (const target of [document.body, card.firstElementChild])
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(onKeydown.mock.calls.map(([{ key }]) => key)).toEqual(['Escape', 'Escape'])
})

test('a panel keeps its language while the modal changes to another one', async () => {
  const { surface } = open()
  applyTheme(document.documentElement, { theme: 'light', locale: 'ar', width: 360 })
  await surface.show('settings', panelBody())
  applyTheme(document.documentElement, { theme: 'light', locale: 'en', width: 360 })
  const main = document.querySelector('main')
  expect([main?.lang, main?.dir]).toEqual(['ar', 'rtl'])
})

describe('a panel after the visitor changes the language', () => {
  const takeGerman = async (surface: ReturnType<typeof open>['surface']) => {
    await loadLanguage(document.documentElement, 'de')
    surface.redraw()
  }
  beforeEach(() => loadLanguage(document.documentElement, 'en'))

  test('redraws a panel that consists of texts, and keeps its focus', async () => {
    const { panel, surface } = open()
    const [go, leave] = [vi.fn(), vi.fn()]
    await showText(surface, 'settings', () => failurePanel(new AppError(commonErrors.OFFLINE), go, leave))
    document.querySelectorAll('button')[1]?.focus()
    await takeGerman(surface)
    expect(document.querySelector('main')?.lang).toBe('de')
    expect(document.body.textContent).toContain('Sie sind offline')
    expect(document.activeElement?.textContent).toBe('Nicht jetzt')
    document.querySelectorAll('button')[0]?.click()
    expect(go).toHaveBeenCalledOnce()
    // A redrawn panel has the same view and height, so the modal gets no new message.
    expect(panel.mock.calls.map(([shown]) => shown?.view)).toEqual(['settings'])
  })

  test('does not redraw an approval card or a panel with typed text', async () => {
    const { surface } = open()
    const input = element('input', { value: '4821' })
    await showText(surface, 'settings', () => failurePanel(new AppError(commonErrors.OFFLINE), vi.fn(), vi.fn()))
    await surface.show('verifyCode', panelBody(panelIntro({ title: 'Check your email' }), input))
    await takeGerman(surface)
    expect(input.isConnected).toBe(true)
    expect(document.querySelector('main')?.lang).toBe('en')
  })

  test('does not redraw a panel after the modal got its card back', async () => {
    const { surface } = open()
    await showText(surface, 'settings', () => failurePanel(new AppError(commonErrors.OFFLINE), vi.fn(), vi.fn()))
    surface.hide()
    await takeGerman(surface)
    expect(document.body.childElementCount).toBe(0)
  })
})

test('never turns text into markup', async () => {
  const { surface } = open()
  await surface.show('settings', panelBody(panelIntro({ title: '<img src=x onerror=alert(1)>', lead: '<b>' })))
  expect(document.querySelector('img, .body b')).toBeNull()
})

test('keeps the focus of a disabled button and ignores its clicks', () => {
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

test("applies the modal's theme, and resets the values that a new theme leaves out", () => {
  const root = document.documentElement
  applyTheme(root, { theme: 'dark', locale: 'ar', accent: '#ff0000', radius: 8, width: 360 })
  expect([root.dataset.theme, root.lang, root.dir]).toEqual(['dark', 'ar', 'rtl'])
  expect(root.style.getPropertyValue('--host-accent')).toBe('#ff0000')
  applyTheme(root, { theme: 'light', locale: 'en', width: 400 })
  expect(root.style.getPropertyValue('--host-accent')).toBe('')
  expect(root.style.getPropertyValue('--host-radius')).toBe('')
})
