// @vitest-environment happy-dom

import { Hono } from 'hono'
import { beforeEach, expect, test, vi } from 'vitest'
import { createDeviceLinkClient } from './deviceClient.ts'
import { runDeviceLinkPage } from './devicePage.ts'

beforeEach(() => document.body.replaceChildren())

const facts = {
  host: 'https://shop.example',
  browser: 'Firefox on Linux',
  place: 'Portugal',
  requestedAt: Date.parse('2026-11-21T12:00:00Z'),
  numbers: ['17', '42', '63'],
}
const open = async (change: Partial<typeof facts> = {}) => {
  const decided: unknown[] = []
  const app = new Hono().basePath('/v1/wallet/device')
  app.post('/look', async (context) => {
    const { token } = await context.req.json()
    return token === 'right'
      ? context.json({ ...facts, ...change })
      : context.json({ reasons: [{ code: 'DEVICE_LINK_INVALID' }] }, 400)
  })
  app.post('/decide', async (context) => {
    const decision = await context.req.json()
    decided.push(decision)
    return context.json({ approved: decision.number === '42' })
  })
  const post: typeof fetch = async (input, init) => app.request(String(input), init)
  const show = (root: HTMLElement): void => document.body.replaceChildren(root)
  const run = (token: string) =>
    runDeviceLinkPage({ client: createDeviceLinkClient(post, 'https://wallet.example'), token, show })
  return { run, decided }
}
const press = (text: string) =>
  [...document.querySelectorAll('button')].find((made) => made.textContent === text)?.click()
const shown = () => document.body.textContent ?? ''

test('the page behind the device link shows site, location and browser, and decides nothing when it opens', async () => {
  const { run, decided } = await open()
  await run('right')
  for (const text of ['shop.example', 'Firefox on Linux', 'Portugal', '17', '42', '63', 'That was not me'])
    expect(shown()).toContain(text)
  expect(decided).toEqual([])
})

test.each([
  [
    'approves the login after a press on the right number',
    '42',
    { token: 'right', number: '42' },
    'This browser is approved',
  ],
  ['refuses the login after a press on a wrong number', '17', { token: 'right', number: '17' }, 'The numbers differ'],
  [
    'refuses the login after a press on “That was not me”',
    'That was not me',
    { token: 'right' },
    'The login was refused',
  ],
])('%s', async (_name, button, decision, outcome) => {
  const { run, decided } = await open()
  await run('right')
  press(button)
  await vi.waitFor(() => expect(shown()).toContain(outcome))
  expect(decided).toEqual([decision])
})

test('explains that the device link was already used', async () => {
  const { run } = await open()
  await run('wrong')
  expect(shown()).toContain('This link has expired or was used')
})

test('draws the name of the browser that logs in as text, never as markup', async () => {
  const { run } = await open({ browser: '<img src=x>\u202Eevil', place: '<b>' })
  await run('right')
  expect(document.querySelector('img, b')).toBeNull()
  expect(shown()).not.toContain('\u202E')
})
