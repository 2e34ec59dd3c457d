import { describe, expect, test } from 'vitest'
import { createLongPolls } from './longPolls.ts'

describe('long polls', () => {
  const { signal } = new AbortController()
  test('a long poll ends when its login or flow changes, or after its time limit', async () => {
    const { wait, notify } = createLongPolls()
    const both = [wait('a', 60_000, [signal]), wait('a', 60_000, [signal])]
    notify('b')
    notify('a')
    expect(await Promise.all(both)).toEqual([true, true])
    expect(await wait('a', 1, [signal])).toBe(true)
  })
  test('a long poll ends when the client aborts its request', async () => {
    const { wait } = createLongPolls()
    const controller = new AbortController()
    const poll = wait('a', 60_000, [controller.signal])
    controller.abort()
    expect(await poll).toBe(true)
    expect(await wait('a', 60_000, [controller.signal])).toBe(false)
  })
  test('refuses long polls above the limit until another long poll ends', async () => {
    const { wait, notify } = createLongPolls({ limit: 1 })
    const first = wait('a', 60_000, [signal])
    expect(await wait('b', 60_000, [signal])).toBe(false)
    notify('a')
    await first
    const next = wait('b', 60_000, [signal])
    notify('b')
    expect(await next).toBe(true)
  })
})
