import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerRequest } from '../session/serverClient.ts'
import { createSiteTokens, noSiteTokens } from './siteTokens.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const site = { projectId: 'p', host: 'https://shop.example' }
/** A server that gives tokens, or fails while `state.fails` is set. */
const open = () => {
  const state = { fails: false, asked: [] as ServerRequest[] }
  const tokens = createSiteTokens({
    site,
    server: async (request) => {
      state.asked.push(request)
      if (state.fails) throw new Error('offline')
      return { token: `t${state.asked.length}`, waitMs: 2_000, lifetimeMs: 3_600_000 }
    },
  })
  return { state, ...tokens }
}
const resolvedAfter = async (ms: number, taken: Promise<string | undefined>): Promise<string | undefined> => {
  let token: string | undefined
  void taken.then((made) => {
    token = made
  })
  await vi.advanceTimersByTimeAsync(ms)
  return token
}

test('a token is taken once the server accepts it', async () => {
  const { state, take } = open()
  const taken = take()
  expect(await resolvedAfter(1_999, taken)).toBeUndefined()
  expect(await resolvedAfter(1, taken)).toBe('t1')
  expect(state.asked).toMatchObject([{ method: 'POST', path: 'login/site', body: site }])
})

test('a prepared token is old enough when the visitor needs it, and counts for one mail', async () => {
  const { state, prepare, take } = open()
  prepare()
  prepare()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await resolvedAfter(0, take())).toBe('t1')
  expect(state.asked).toHaveLength(1)
  expect(await resolvedAfter(2_000, take())).toBe('t2')
})

test('a token that would end soon is replaced', async () => {
  const { prepare, take } = open()
  prepare()
  await vi.advanceTimersByTimeAsync(3_600_000 - 30_000)
  expect(await resolvedAfter(2_000, take())).toBe('t2')
})

test('a login goes on without a token if the server gives none', async () => {
  const { state, take } = open()
  state.fails = true
  expect(await take()).toBeUndefined()
  state.fails = false
  expect(await resolvedAfter(2_000, take())).toBe('t3')
})

test("the wallet's own window asks for no token", async () => {
  noSiteTokens.prepare()
  expect(await noSiteTokens.take()).toBeUndefined()
})
