// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { signSolana } from '../../test/signPayload.ts'
import {
  pickNumber,
  pressButton,
  signIn,
  signInAndContinue,
  startVisit,
  textOnScreen,
  waitForText,
} from '../../test/visit.ts'
import { memoryStore } from '../session/store.ts'

beforeEach(() => document.body.replaceChildren())

/**
 * Two browsers of one account are signed in before it has a wallet. The first one finishes the wallet just before the
 * request at `path` of the second one arrives.
 */
const startSecond = async (path: string) => {
  const started = await startVisit()
  const { server } = started
  const { state } = server
  await signInAndContinue(started)
  const { wallet } = state
  document.body.replaceChildren()
  state.wallet = null
  const { fetch } = server
  server.fetch = async (...args) => {
    if (String(args[0]).endsWith(path) && state.wallet?.walletId !== wallet?.walletId) {
      state.wallet = wallet
      state.isUnconfirmed = true
    }
    return fetch(...args)
  }
  const second = await signIn({ ...started, load: () => started.load(memoryStore()) })
  return { server, second, wallet }
}

test.each(['/keys', '/confirm'])(
  'a browser whose account gets its wallet from another browser at the request %s meanwhile joins that wallet',
  async (path) => {
    const { server, second, wallet } = await startSecond(path)
    await waitForText('We need to check it’s you on this browser')
    pressButton('Recover by email')
    await pickNumber(server)
    await vi.waitFor(() => expect(second.reportUser).toHaveBeenCalled())
    expect(textOnScreen()).not.toContain('Your wallet is ready')
    expect(second.wallet.keys.accounts()).toEqual(wallet?.accounts)
    expect(await signSolana(second.wallet.keys, new Uint8Array(3))).toHaveLength(64)
    expect(server.state.isUnconfirmed).toBe(false)
  },
)

test('a browser with the open wallet that the server asks for a proof again gives it, and repeats its request', async () => {
  const started = await startVisit()
  const { wallet } = await signInAndContinue(started)
  const { state } = started.server
  state.isUnconfirmed = true
  await wallet.session.ask({ method: 'POST', path: 'sets', body: { setId: 'x', type: 'kit', label: 'x' } })
  expect(state.isUnconfirmed).toBe(false)
})
