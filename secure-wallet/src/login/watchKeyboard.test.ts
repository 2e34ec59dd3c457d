// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { kitPanel } from '../unlock/recovery/kitPanel.ts'
import type { PrepareCodeWindow } from '../windows/flows/codeRequest.ts'
import { otpPanel } from './otpPanel.ts'

beforeEach(() => document.body.replaceChildren())

const trusted = <Made extends Event>(event: Made): Made => {
  Object.defineProperty(event, 'isTrusted', { value: true })
  return event
}
/** The focus leaves this document: for another tab, another window, or the page around the frame. */
const leave = () => window.dispatchEvent(new Event('blur'))
/** The browser gives the focus back, because the visitor came back to the tab or the window. */
const comeBack = () => window.dispatchEvent(new Event('focus'))
/** Only a press gives the focus back, because the page held it. */
const press = () => {
  document.body.dispatchEvent(trusted(new PointerEvent('pointerdown', { bubbles: true })))
  comeBack()
}
const frameDocument = () => {
  vi.spyOn(window, 'top', 'get').mockReturnValue({} as never)
}
const inputs = () => [...document.querySelectorAll<HTMLInputElement>('.otp input')]
const values = () => inputs().map(({ value }) => value)
const type = (at: number, text: string) => {
  const input = inputs()[at]
  if (!input) throw new Error('There is no box')
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const isHidden = () => document.querySelector('.otp')?.classList.contains('otp--hidden')
const alertText = () => document.querySelector('.notice[role="alert"]')?.textContent ?? ''
const pressButton = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()

const openOtp = (prepareWindow: PrepareCodeWindow | null = null) => {
  const submit = vi.fn(async (_: string) => undefined)
  const panel = otpPanel({ email: 'a@b.example', resend: null, submit, restart: () => undefined, prepareWindow })
  onTestFinished(panel.close)
  document.body.append(panel.root)
  return { submit, ...panel }
}

describe('a code in a frame', () => {
  beforeEach(frameDocument)

  // Real tabs and windows: e2e/tests/attacks/heardCodes.spec.ts.
  test('comes back unchanged after a visit elsewhere, and nothing is said or counted', () => {
    openOtp()
    type(0, '1')
    type(1, '2')
    for (let times = 0; times < 5; times++) {
      leave()
      expect(isHidden()).toBe(true)
      comeBack()
      expect(isHidden()).toBe(false)
    }
    expect(values()).toEqual(['1', '2', '', '', '', ''])
    expect(alertText()).toBe('')
    // Nothing was counted, so the first press is the first time.
    leave()
    press()
    expect(alertText()).toContain('We hid your code')
  })

  test('is emptied if only a press brings the keyboard back, and the second time a wallet window is offered', async () => {
    const open = vi.fn(() => true)
    let typeThere = (_: string): void => undefined
    const code = new Promise<string>((resolve) => {
      typeThere = resolve
    })
    const prepareWindow = vi.fn(async () => ({ open, code }))
    const { submit } = openOtp(prepareWindow)
    type(0, '1')
    leave()
    press()
    expect(values()).toEqual(['', '', '', '', '', ''])
    expect(alertText()).toContain('The page behind this card took the keyboard. It may have seen your last key.')
    type(0, '2')
    leave()
    press()
    expect(alertText()).toContain('The page took the keyboard again')
    expect(inputs().every(({ disabled }) => disabled)).toBe(true)
    pressButton('Open wallet window')
    await vi.waitFor(() => expect(open).toHaveBeenCalledOnce())
    pressButton('Go on here')
    expect(inputs().some(({ disabled }) => disabled)).toBe(false)
    expect(alertText()).toBe('')
    typeThere('123456')
    await vi.waitFor(() => expect(submit).toHaveBeenCalledExactlyOnceWith('123456'))
  })

  test('keeps what is typed after a press whose focus the browser reports late', () => {
    openOtp()
    leave()
    for (const event of ['pointerdown', 'pointerup', 'click'])
      document.body.dispatchEvent(trusted(new PointerEvent(event, { bubbles: true })))
    comeBack()
    expect(alertText()).toContain('We hid your code')
    const select = vi.spyOn(inputs()[2] as HTMLInputElement, 'select')
    inputs()[2]?.dispatchEvent(new FocusEvent('focus'))
    expect([document.activeElement === inputs()[0], select.mock.calls]).toEqual([true, []])
    type(0, '1')
    document.body.click()
    expect(values()[0]).toBe('1')
  })

  test('says so if the browser blocks the wallet window', async () => {
    const { root } = openOtp(async () => ({ open: () => false, code: new Promise(() => undefined) }))
    for (const _ of [1, 2]) {
      leave()
      press()
    }
    pressButton('Open wallet window')
    await vi.waitFor(() => expect(root.textContent).toContain('The window did not open'))
  })

  test('says the same again if no wallet window can take the code', () => {
    openOtp()
    for (let times = 0; times < 3; times++) {
      leave()
      press()
      expect(alertText()).toContain('We hid your code')
    }
    expect(inputs()[0]?.disabled).toBe(false)
  })

  test('takes a code that a password manager fills without the focus', async () => {
    const { submit } = openOtp()
    leave()
    type(0, '123456')
    expect(submit).toHaveBeenCalledWith('123456')
    expect(alertText()).toBe('')
  })

  test('takes no key while the focus is elsewhere', () => {
    openOtp()
    const key = () =>
      inputs()[0]?.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'insertText', data: '1', bubbles: true, cancelable: true }),
      )
    expect(key()).toBe(true)
    leave()
    expect(key()).toBe(false)
    comeBack()
    expect(key()).toBe(true)
  })

  test('stays if a script of the page only pretends a press', () => {
    openOtp()
    type(0, '1')
    leave()
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    comeBack()
    expect(values()[0]).toBe('1')
  })

  test('says nothing of the keyboard while the field is off', () => {
    const { root, close } = openOtp()
    for (const input of inputs()) input.disabled = true
    leave()
    press()
    expect(alertText()).toBe('')
    close()
    for (const input of inputs()) input.disabled = false
    leave()
    press()
    expect(root.textContent).not.toContain('We hid your code')
  })
})

test('a code in a wallet window is hidden without the focus, and no press empties it', () => {
  openOtp()
  type(0, '1')
  leave()
  expect(isHidden()).toBe(true)
  press()
  expect([isHidden(), values()[0], alertText()]).toEqual([false, '1', ''])
})

test('the words of a backup are emptied too, and the second time the wallet window is offered', () => {
  frameDocument()
  const openWindow = vi.fn()
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  document.body.append(kitPanel({ open: async () => undefined, back: null, openWindow, signal: ended.signal }))
  const words = document.querySelector('textarea')
  if (!words) throw new Error('There is no field')
  words.value = 'legal winner'
  leave()
  expect(words.parentElement?.className).toContain('input--hidden')
  comeBack()
  expect(words.value).toBe('legal winner')
  leave()
  press()
  expect(words.value).toBe('')
  expect(alertText()).toContain('We hid your words')
  leave()
  press()
  expect(words.disabled).toBe(true)
  pressButton('Open wallet window')
  expect(openWindow).toHaveBeenCalledOnce()
})
