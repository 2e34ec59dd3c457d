// @vitest-environment happy-dom
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { embeddedWalletErrors, walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clockText } from './countdown.ts'
import { otpPanel } from './otpPanel.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (submit = async (_: string): Promise<void> => undefined, isLong = false) => {
  const [restart, other] = [vi.fn(), vi.fn()]
  const again = vi.fn(async () => Date.now() + 30_000)
  const spy = vi.fn(submit)
  const panel = otpPanel({
    email: 'ada@shop.example',
    isLong,
    resend: { at: Date.now() + 30_000, again },
    submit: spy,
    restart,
    other,
  })
  document.body.replaceChildren(panel.root)
  return { ...panel, submit: spy, restart, other, again }
}
const inputs = () => [...document.querySelectorAll<HTMLInputElement>('.otp input')]
const enter = (index: number, text: string) => {
  const input = inputs()[index]
  if (!input) throw new Error('There is no such input')
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((made) => made.textContent?.includes(text))
const shown = () => document.body.textContent ?? ''
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('the input of a code in the OTP panel', () => {
  test('submits a code that is typed digit by digit', () => {
    const { submit } = open()
    for (const [index, digit] of [...'482193'].entries()) enter(index, digit)
    expect(submit).toHaveBeenCalledExactlyOnceWith('482193')
  })

  test('submits a code that is autofilled into the first input', () => {
    const { submit } = open()
    enter(0, '482193')
    expect(
      inputs()
        .map(({ value }) => value)
        .join(''),
    ).toBe('482193')
    expect(submit).toHaveBeenCalledExactlyOnceWith('482193')
  })

  test('selects the digit of an input that is clicked again, so that a key replaces it', () => {
    open()
    enter(0, '4')
    const [input] = inputs()
    input?.focus()
    // The click puts the caret before the digit.
    input?.setSelectionRange(0, 0)
    input?.click()
    expect([input?.selectionStart, input?.selectionEnd]).toEqual([0, 1])
  })

  test('submits a code that is pasted with spaces into any input', () => {
    const { submit } = open()
    const paste = new Event('paste', { cancelable: true }) as ClipboardEvent
    Object.defineProperty(paste, 'clipboardData', { value: { getData: () => ' 482 193 ' } })
    inputs()[3]?.dispatchEvent(paste)
    expect(submit).toHaveBeenCalledExactlyOnceWith('482193')
  })

  test('replaces the six inputs by one field when a letter is typed, and submits a long code', () => {
    const { submit } = open()
    for (const [index, digit] of [...'48'].entries()) enter(index, digit)
    enter(2, 'k')
    expect(inputs()).toHaveLength(1)
    expect(inputs()[0]?.value).toBe('48K')
    enter(0, '48k2m-7pq4z')
    expect(submit).toHaveBeenCalledExactlyOnceWith('48K2M7PQ4Z')
  })

  test('shows one field from the start if the server sends long codes', () => {
    const { submit } = open(undefined, true)
    expect(inputs()).toHaveLength(1)
    enter(0, '')
    expect(inputs()).toHaveLength(1)
    enter(0, '1234567890')
    expect(submit).toHaveBeenCalledExactlyOnceWith('1234567890')
  })

  test('marks the first input as `one-time-code`, so that the browser can autofill the code', () => {
    open()
    expect(inputs()[0]?.autocomplete).toBe('one-time-code')
    expect(inputs().every((input) => input.getAttribute('aria-label'))).toBe(true)
  })
})

describe('the OTP panel after the server refused a code', () => {
  const refuse =
    (code: 'CODE_WRONG' | 'CODE_EXPIRED' | 'CODE_DEAD' | 'CHALLENGE_NOT_FOUND' | 'OFFLINE') => async () => {
      throw new AppError(embeddedWalletErrors[code], { values: { n: 2 } })
    }

  test('clears the inputs after a wrong code, and shows how many tries are left', async () => {
    open(refuse('CODE_WRONG'))
    enter(0, '000000')
    await settle()
    expect(shown()).toContain('That isn’t the code in the mail. 2 tries left.')
    expect(
      inputs()
        .map(({ value }) => value)
        .join(''),
    ).toBe('')
    expect(inputs()[0]?.disabled).toBe(false)
  })

  test.each([
    ['CODE_EXPIRED', 'This code has expired'],
    ['CODE_DEAD', 'Too many wrong codes'],
  ] as const)('disables the inputs after the error %s until a new code is sent', async (code, text) => {
    const { again } = open(refuse(code))
    enter(0, '000000')
    await settle()
    expect(shown()).toContain(text)
    expect(inputs()[0]?.disabled).toBe(true)
    button('Send a new code')?.click()
    await settle()
    expect(again).toHaveBeenCalledOnce()
    expect(inputs()[0]?.disabled).toBe(false)
    expect(shown()).not.toContain(text)
  })

  test('the OTP panel offers only a new login once the server has ended the login', async () => {
    const { restart } = open(refuse('CHALLENGE_NOT_FOUND'))
    enter(0, '000000')
    await settle()
    button('Start again')?.click()
    expect(restart).toHaveBeenCalledOnce()
  })

  test('explains why the visitor cannot start a new login yet, and keeps the button', async () => {
    const { restart } = open(refuse('CHALLENGE_NOT_FOUND'))
    restart.mockRejectedValueOnce(new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: 18 } }))
    enter(0, '000000')
    await settle()
    button('Start again')?.click()
    await settle()
    expect(shown()).toContain('Please try again after 18 seconds')
    button('Start again')?.click()
    expect(restart).toHaveBeenCalledTimes(2)
  })

  test('submits the same code again if the connection broke at the first try', async () => {
    const { submit } = open(refuse('OFFLINE'))
    enter(0, '482193')
    await settle()
    expect(shown()).toContain('You are offline')
    enter(0, '482193')
    expect(submit).toHaveBeenCalledTimes(2)
  })
})

test('counts down until the server allows another code', async () => {
  const { again } = open()
  expect(button('Resend in 30 s')?.getAttribute('aria-disabled')).toBe('true')
  button('Resend in')?.click()
  expect(again).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  button('Resend')?.click()
  await settle()
  expect(again).toHaveBeenCalledOnce()
  expect(shown()).toContain('Sent again')
  expect(button('Resend in 30 s')).toBeDefined()
})

test('restarts the countdown to the next mail if the server extends the cooldown', async () => {
  const { again } = open()
  again.mockRejectedValueOnce(new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: 18 } }))
  await vi.advanceTimersByTimeAsync(30_000)
  button('Resend')?.click()
  await settle()
  expect(shown()).toContain('Please try again after 18 seconds')
  expect(button('Resend in 18 s')).toBeDefined()
})

test.each(['Resend', 'Send a new code'])(
  'starts no countdown if the panel closes after a press on "%s"',
  async (label) => {
    const { close } = open(async () => {
      throw new AppError(embeddedWalletErrors.CODE_DEAD)
    })
    await vi.advanceTimersByTimeAsync(30_000)
    if (label !== 'Resend') enter(0, '000000')
    await settle()
    button(label)?.click()
    close()
    await settle()
    expect(vi.getTimerCount()).toBe(0)
  },
)

test.each([
  [5, '0:05'],
  [65, '1:05'],
  [86_399, '23:59:59'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})
