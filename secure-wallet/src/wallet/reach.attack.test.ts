// @vitest-environment happy-dom
import {
  attackSeed,
  attackSize,
  attackTimeoutMs,
  createSeededRandom,
  reportAttack,
} from '@appkit-frame/loader/protocol/test/attack.ts'
import { expect, test } from 'vitest'
import { pickNumber, pressButton, type StartedVisit, startVisit, textOnScreen, typeCode } from '../../test/visit.ts'
import type { StorageClass } from '../session/storageClass.ts'
import { memoryStore } from '../session/store.ts'

type Loaded = Awaited<ReturnType<StartedVisit['load']>>
type Browser = { store: ReturnType<typeof memoryStore>; kind: StorageClass; isKnown: boolean; loaded: Loaded | null }

const createBrowser = (kind: StorageClass): Browser => ({ store: memoryStore(), kind, isKnown: false, loaded: null })
const turn = () => new Promise((resolve) => setTimeout(resolve, 1))

/** Logs in by email as a visitor with the mailbox does: answers each panel once until the wallet is connected. */
const reach = async (started: StartedVisit, browser: Browser, where: string): Promise<Loaded> => {
  const { server, load } = started
  const { state } = server
  document.body.replaceChildren()
  const hasWallet = state.wallet?.sets.some(({ confirmed }) => confirmed) === true
  state.isUnconfirmed = hasWallet && !browser.isKnown
  const loaded = await load(browser.store, browser.kind)
  await loaded.api.isConnected()
  await loaded.api.connectEmail(server.email)
  const answers: [string, () => void][] = [
    ['We sent a code', () => typeCode(server.rightCode)],
    ['We need to check it’s you', () => pressButton('Recover by email')],
    ['pick this number', () => void pickNumber(server)],
    ['Your wallet is ready', () => pressButton('Continue')],
  ]
  const given = new Set<string>()
  for (let turns = 0; turns < 2_000 && loaded.reportUser.mock.calls.length === 0; turns++) {
    await turn()
    const [text, answer] = answers.find(([part]) => textOnScreen().includes(part) && !given.has(part)) ?? []
    if (text) given.add(text)
    answer?.()
  }
  expect(loaded.reportUser.mock.lastCall?.[0].isConnected, `${where}: ${textOnScreen()}`).toBe(true)
  browser.isKnown = true
  browser.loaded = loaded
  return loaded
}

const steps = {
  login: async (started: StartedVisit, browser: Browser, where: string) => void (await reach(started, browser, where)),
  disconnect: async (_: StartedVisit, { loaded }: Browser) => void (await loaded?.api.disconnect()),
  signOut: async (_: StartedVisit, { loaded }: Browser) => void (await loaded?.wallet.signOut()),
  lock: async (_: StartedVisit, { loaded }: Browser) => void (await loaded?.wallet.lock()),
  wipe: async (_: StartedVisit, browser: Browser) =>
    void Object.assign(browser, { store: memoryStore(), isKnown: false, loaded: null }),
  /** The guardian's delay is short, because it passes in real time. */
  delay: async ({ server }: StartedVisit) => {
    server.state.releaseAt = Date.now() + 50
  },
  forget: async ({ server }: StartedVisit) => {
    server.state.recognised = []
  },
  endAll: async ({ server }: StartedVisit) => {
    server.state.ended = true
  },
}
const names = Object.keys(steps) as (keyof typeof steps)[]

test('a visitor with the mailbox and a browser reaches the same wallet after every walk', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const walks = attackSize(25, 20_000)
  const random = createSeededRandom(attackSeed)
  for (let walk = 0; walk < walks; walk++) {
    const started = await startVisit('assisted')
    const browsers = [createBrowser('persistent'), createBrowser('persistent'), createBrowser('none')]
    const first = await reach(started, random.pick(browsers), `walk ${walk}, start`)
    const accounts = first.wallet.keys.accounts()
    const done: string[] = []
    for (let count = 1 + random.below(5); count > 0; count--) {
      const [name, index] = [random.pick(names), random.below(browsers.length)]
      done.push(`${name} ${index}`)
      const browser = browsers[index] as Browser
      started.server.state.ended &&= name !== 'login'
      await steps[name](started, browser, `walk ${walk}, ${done.join(', ')}`)
    }
    started.server.state.ended = false
    const last = random.below(browsers.length)
    const where = `walk ${walk}, ${done.join(', ')}, reach ${last}`
    const reached = await reach(started, browsers[last] as Browser, where)
    expect(reached.wallet.keys.accounts(), where).toEqual(accounts)
  }
  reportAttack(task, 'G13', walks, `random walks that end in the wallet, seed ${attackSeed}`)
})
