// @vitest-environment happy-dom
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createCardSurface } from '../ui/cardSurface.ts'
import { createSentPanel } from './sentPanel.ts'

afterEach(() => document.body.replaceChildren())

const setUp = () => {
  const panels: unknown[] = []
  const surface = createCardSurface({
    container: document.body,
    name: 'wallet.example',
    panel: async (panel) => void panels.push(panel),
  })
  const end = Promise.withResolvers<boolean>()
  const panel = createSentPanel(surface)
  const explorerUrl = 'https://scan.example/tx/0x12'
  panel.show(
    { createPanel: createSentPanel, network: 'Localnet', explorerUrl, mined: () => end.promise },
    'Pay 12 DUSD',
  )
  return { surface, panel, panels, end }
}
const title = () => document.querySelector('h1')?.textContent
const text = () => document.body.textContent

test('says that a transaction was sent, and links to it on the explorer', () => {
  setUp()
  expect(title()).toBe('Sent')
  expect(text()).toContain('Pay 12 DUSD')
  expect(text()).toContain('Waiting for Localnet')
  const link = document.querySelector('a')
  expect([link?.href, link?.target, link?.rel]).toEqual([
    'https://scan.example/tx/0x12',
    '_blank',
    'noopener noreferrer',
  ])
})

test('says in place that the transaction is confirmed', async () => {
  const { end } = setUp()
  end.resolve(true)
  await vi.waitFor(() => expect(text()).toContain('Confirmed'))
  expect([title(), document.querySelectorAll('h1').length]).toEqual(['Sent', 1])
})

test('says in place that the transaction failed, and what it cost', async () => {
  const { end } = setUp()
  end.resolve(false)
  await vi.waitFor(() => expect(title()).toBe('It failed on the network'))
  expect(text()).toContain('Nothing moved but the network fee.')
})

test('keeps the focus, the button and the live region when the state changes', async () => {
  for (const isDone of [true, false]) {
    const { end } = setUp()
    const done = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Done')
    const status = document.querySelector('dd [role="status"]')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Sent'))
    done?.focus()
    end.resolve(isDone)
    await vi.waitFor(() => expect(status?.textContent).toMatch(/^(?:Confirmed|Failed)/))
    expect([document.activeElement, status?.isConnected]).toEqual([done, true])
  }
})

test('claims neither success nor failure if the node does not answer', async () => {
  const { end } = setUp()
  end.reject(new AppError(commonErrors.REQUEST_TIMEOUT))
  await vi.waitFor(() => expect(text()).toContain('Not confirmed yet'))
  expect(title()).toBe('Sent')
})

test('gives the body of the modal back on Done and on Escape', () => {
  for (const leave of [
    () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Done')?.click(),
    () =>
      document.querySelector('.sent')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  ]) {
    const { panels } = setUp()
    leave()
    expect(panels.at(-1)).toBeNull()
    expect(title()).toBeUndefined()
  }
})

test('leaves a panel alone that replaced it', async () => {
  const { surface, panel, end } = setUp()
  const other = document.createElement('div')
  await surface.show('settings', other)
  end.resolve(true)
  await end.promise
  panel.close()
  expect(other.isConnected).toBe(true)
  expect(text()).not.toContain('Confirmed')
})
