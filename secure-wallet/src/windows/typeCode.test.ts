// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { startVisit, waitForText } from '../../test/visit.ts'
import { runCodeWindow } from './typeCode.ts'

beforeEach(() => document.body.replaceChildren())

const press = () => {
  const event = new PointerEvent('pointerdown', { bubbles: true })
  Object.defineProperty(event, 'isTrusted', { value: true })
  document.body.dispatchEvent(event)
  window.dispatchEvent(new Event('focus'))
}

test('a code that the visitor types in the wallet window completes the login of the frame', async () => {
  vi.spyOn(window, 'top', 'get').mockReturnValue({} as never)
  const started = await startVisit()
  const { server, load } = started
  const frame = await load()
  await frame.api.connectEmail(server.email)
  await waitForText('Check your email')
  for (const _ of [1, 2]) {
    window.dispatchEvent(new Event('blur'))
    press()
  }
  const button = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Open wallet window')
  await vi.waitFor(() => {
    button()?.click()
    expect(frame.opened).not.toEqual([])
  })
  const { hash } = new URL(frame.opened[0] ?? '', 'https://wallet.example')
  expect(hash).toMatch(/^#code=[\w-]+&key=[\w-]{43}$/)
  const root = document.createElement('div')
  const close = vi.fn()
  const shown: string[] = []
  const show = (panel: HTMLElement) => {
    shown.push(panel.textContent ?? '')
    root.replaceChildren(panel)
  }
  const fragment = new URLSearchParams(hash.slice(1))
  const running = runCodeWindow({ server: server.connect(), fragment, show, close })
  await vi.waitFor(() => expect(root.querySelector('.otp input')).not.toBeNull())
  expect(root.textContent).toContain(server.email)
  const input = root.querySelector<HTMLInputElement>('.otp input')
  if (input) input.value = server.rightCode
  input?.dispatchEvent(new Event('input', { bubbles: true }))
  await running
  expect(close).toHaveBeenCalledOnce()
  expect(shown.at(-1)).toContain('This window closes by itself')
  // The server passes the code on, but cannot read it.
  expect(JSON.stringify([...server.state.flows, ...server.state.answers])).not.toContain(server.rightCode)
  await waitForText('Your wallet is ready')
})

test('a window whose request has ended asks for no code', async () => {
  const { server } = await startVisit()
  const show = vi.fn()
  const fragment = new URLSearchParams('code=nothing&key=nothing')
  const running = runCodeWindow({ server: server.connect(), fragment, show, close: () => undefined })
  await expect(running).rejects.toMatchObject({ code: 'FLOW_NOT_FOUND' })
  expect(show).not.toHaveBeenCalled()
})
