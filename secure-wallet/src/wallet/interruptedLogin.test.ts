// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { pickNumber, pressButton, type StartedVisit, startVisit, textOnScreen, typeCode } from '../../test/visit.ts'
import { memoryStore, type Store } from '../session/store.ts'

vi.setConfig({ testTimeout: 60_000 })

type Mode = 'assisted' | 'self'
type Loaded = Awaited<ReturnType<StartedVisit['load']>>
const offline = async () => {
  throw new TypeError('Failed to fetch')
}

/** Logs in as a visitor: answers each panel until the login ends. */
const logIn = async ({ server, load }: StartedVisit, store: Store): Promise<Loaded> => {
  document.body.replaceChildren()
  const loaded = await load(store, 'none')
  const answers: [string, () => void][] = [
    ['Check your email', () => typeCode(server.rightCode)],
    ['We need to check it’s you on this browser', () => pressButton('Recover by email')],
    ['Confirm your sign-in', () => void pickNumber(server)],
    ['Continue', () => pressButton('Continue')],
    ['keeps nothing here', () => pressButton('Not now')],
    ['That did not work', () => pressButton('Not now')],
  ]
  let isOver = await loaded.api.connectEmail(server.email).then(
    () => false,
    () => true,
  )
  for (const given = new Set<string>(); !isOver; ) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    const hasNoCodePanel = textOnScreen().includes('isn’t answering') && !textOnScreen().includes('That did not work')
    isOver = loaded.reportUser.mock.calls.length > 0 || hasNoCodePanel
    const [text, answer] = answers.find(([part]) => textOnScreen().includes(part) && !given.has(part)) ?? []
    if (text) given.add(text)
    answer?.()
  }
  return loaded
}
const reportedAddresses = ({ reportUser }: Loaded) =>
  reportUser.mock.calls.flatMap(([{ accounts }]) => accounts.eip155?.caipAddress ?? [])

/**
 * Interrupts the login at its `nth` request, before or after the server gets this request, and leaves the page. Null if
 * a login makes fewer requests.
 */
const interruptLogin = async (mode: Mode, nth: number, arrives: boolean) => {
  const started = await startVisit(mode)
  const { server } = started
  const { fetch } = server
  let count = 0
  server.fetch = async (...args) => {
    count += 1
    if (count < nth) return fetch(...args)
    if (count === nth && arrives) await fetch(...args)
    return offline()
  }
  const first = await logIn(started, memoryStore())
  server.fetch = fetch
  return count < nth ? null : { started, first, request: server.connection.requests.at(-1) }
}

test.each<[Mode, boolean, boolean]>([
  ['assisted', true, true],
  ['assisted', false, true],
  ['self', true, false],
  ['self', false, false],
])(
  'without storage and with custody %s, the next login continues an interrupted first login (server got the request: %s)',
  async (mode, arrives, isConnected) => {
    let nth = 1
    for (
      let found = await interruptLogin(mode, nth, arrives);
      found;
      found = await interruptLogin(mode, nth, arrives)
    ) {
      const { started, first, request } = found
      const next = await logIn(started, memoryStore())
      const where = `request ${nth}, ${request}`
      expect(next.reportUser.mock.lastCall?.[0].isConnected, where).toBe(isConnected)
      expect(new Set([...reportedAddresses(first), ...reportedAddresses(next)]).size, where).toBe(isConnected ? 1 : 0)
      expect(started.server.state.wallet?.status, where).toBe(isConnected ? 'active' : 'pending')
      expect(await next.wallet.custody.isUnlocked(started.server.state.wallet?.walletId), where).toBe(true)
      nth += 1
    }
    expect(nth).toBeGreaterThan(5)
  },
)
