// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openSettings } from '../../test/openSettings.ts'
import { pressButton, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const asks = 'Your browser asks for a passkey'
/** A passkey prompt that stays open until the test calls `answer` or `decline`. */
const createSlowPrompt = () => {
  let answer: (() => void) | null = null
  let decline = (): void => undefined
  return {
    isAsking: () => answer !== null,
    decline: () => decline(),
    answer: () => answer?.(),
    wait: <Answer>(signal: AbortSignal | undefined, run: () => Promise<Answer>): Promise<Answer> =>
      new Promise<Answer>((resolve, reject) => {
        const end = (name: string): void => {
          answer = null
          reject(new DOMException('No answer', name))
        }
        answer = () => {
          answer = null
          run().then(resolve, reject)
        }
        decline = () => end('NotAllowedError')
        signal?.addEventListener('abort', () => answer && end('AbortError'))
      }),
  }
}
type SlowPrompt = ReturnType<typeof createSlowPrompt>
const answer = async (slow: SlowPrompt) => {
  await vi.waitFor(() => expect(slow.isAsking()).toBe(true))
  slow.answer()
}
const makePasskey = async (slow: SlowPrompt) => {
  pressButton('Passkey')
  await answer(slow)
  await waitForText('Synced by its provider')
}

describe('the settings while the browser asks for a passkey', () => {
  test('shows a waiting panel while the passkey prompt is open, and ends the prompt without an error when the visitor presses Back', async () => {
    const slow = createSlowPrompt()
    const { server } = await openSettings('vault', { wait: slow.wait })
    pressButton('Passkey')
    await waitForText(asks)
    await vi.waitFor(() => expect(slow.isAsking()).toBe(true))
    pressButton('Back')
    await waitForText('Sign out everywhere')
    expect(slow.isAsking()).toBe(false)
    expect(textOnScreen()).not.toContain('Nothing was changed')
    expect(server.state.wallet?.sets.some((set) => set.type === 'passkey')).toBe(false)
    await makePasskey(slow)
  })

  test('asks for a second prompt by a press, where the first one gave no PRF output', async () => {
    const slow = createSlowPrompt()
    const { server } = await openSettings('vault', { wait: slow.wait, hasPrfAtCreation: false })
    pressButton('Passkey')
    await answer(slow)
    await waitForText('One more step')
    expect(slow.isAsking()).toBe(false)
    pressButton('Use the passkey')
    await answer(slow)
    await waitForText('Synced by its provider')
    expect(server.state.wallet?.sets.some((set) => set.type === 'passkey' && set.confirmed)).toBe(true)
  })

  test('returns to the settings and shows the reason when the browser ends the passkey prompt', async () => {
    const slow = createSlowPrompt()
    await openSettings('vault', { wait: slow.wait })
    pressButton('Passkey')
    await waitForText(asks)
    await vi.waitFor(() => expect(slow.isAsking()).toBe(true))
    slow.decline()
    await waitForText('The browser gave no passkey')
    expect(textOnScreen()).toContain('Sign out everywhere')
    expect(textOnScreen()).not.toContain(asks)
  })

  test('ends the passkey prompt when the visitor closes the modal', async () => {
    const slow = createSlowPrompt()
    const { api } = await openSettings('vault', { wait: slow.wait })
    pressButton('Passkey')
    await vi.waitFor(() => expect(slow.isAsking()).toBe(true))
    api.leave()
    await vi.waitFor(() => expect(slow.isAsking()).toBe(false))
  })

  test.each([
    ['Export the recovery phrase', null],
    ['Change the lock', 'Change the lock now'],
    ['Delete account', 'Delete in seven days'],
  ])(
    'shows a waiting panel for the passkey after a press on “%s”, and changes nothing if the visitor declines the passkey',
    async (row, go) => {
      const slow = createSlowPrompt()
      const { server } = await openSettings('vault', { wait: slow.wait })
      await makePasskey(slow)
      pressButton(row)
      if (!go) {
        await waitForText('Check your email')
        typeCode(server.rightCode)
      } else {
        await waitForText(go)
        const input = document.querySelector<HTMLInputElement>('#delete-email')
        if (input) input.value = server.email
        input?.dispatchEvent(new Event('input'))
        pressButton(go)
      }
      await waitForText(asks)
      await vi.waitFor(() => expect(slow.isAsking()).toBe(true))
      slow.decline()
      await waitForText('The browser gave no passkey')
      expect(textOnScreen()).toContain('Sign out everywhere')
      expect(server.state.deleteAt).toBeNull()
    },
  )

  test('the settings open the chosen panel after the passkey has unlocked the wallet', async () => {
    const slow = createSlowPrompt()
    const { server, phrases } = await openSettings('vault', { wait: slow.wait })
    await makePasskey(slow)
    pressButton('Export the recovery phrase')
    await waitForText('Check your email')
    typeCode(server.rightCode)
    await waitForText(asks)
    const seen: string[] = []
    const watcher = new MutationObserver(() => seen.push(textOnScreen()))
    watcher.observe(document.body, { childList: true, subtree: true })
    await answer(slow)
    await vi.waitFor(() => expect(phrases).toHaveLength(1))
    watcher.disconnect()
    expect(seen.join()).toContain('Working on it')
  })
})
