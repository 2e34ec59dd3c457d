// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { testSite } from '../../test/server.ts'
import { signInAndContinue, startVisit } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const scope = `${testSite.projectId} ${testSite.host}`

test('signs out in one storage step: a document that ends at once leaves nothing of the session, and the next start tells the server', async () => {
  const started = await startVisit()
  const { store, server } = started
  const { wallet } = await signInAndContinue(started)
  const never = (): Promise<never> => new Promise(() => undefined)
  const isGone = new Promise<void>((resolve) => {
    const { get, put, remove, change } = store
    const end = (): Promise<never> => {
      resolve()
      return never()
    }
    const isOver = async () => (await get(`session ${scope}`)) === undefined
    const cut = async (act: () => Promise<void>): Promise<void> => {
      if (await isOver()) return end()
      await act()
      if (await isOver()) return end()
    }
    vi.spyOn(store, 'put').mockImplementation((name, value) => cut(() => put(name, value)))
    vi.spyOn(store, 'remove').mockImplementation((...names) => cut(() => remove(...names)))
    vi.spyOn(store, 'change').mockImplementation((asked) => cut(() => change(asked)))
  })
  void wallet.signOut()
  await isGone
  vi.restoreAllMocks()
  expect(server.connection.requests).not.toContain('POST session/sign-out')
  expect(await (await started.load()).api.isConnected()).toEqual({ isConnected: false, accounts: {} })
  await vi.waitFor(() => expect(server.connection.requests).toContain('POST session/sign-out'))
})
