import type { SolvedWork } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { createSeededRandom } from '@appkit-frame/loader/protocol/test/attack.ts'
import { expect, test, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
import { shopOrigin } from '../../../test/parts.ts'
import { loginCodeInMail, makeWalletServer, type WalletClient } from '../../../test/walletServer.ts'
import type { Database } from '../../database/open.ts'
import type { Counter, Counters } from '../api/rateCounters.ts'
import { admitLoginMail, countAnsweredLogin } from './loginMailLimits.ts'
import type { VerifiedWork, WorkProofs } from './proofOfWork.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const secondMs = 1_000
const mobileNetworks = ['203.0.113.1', '203.0.113.2']
const visitorsOfNetwork = 15
const strangerAddresses = 14
const requestsOfAddress = 20

/** A server behind one proxy, so that each request names the address of its client. */
const start = async (database: () => Promise<Database>) => {
  // Each level of work takes few hashes, so that the test measures the limits and not this machine.
  const server = await makeWalletServer(database, { bitsOfLevel: (level) => level })
  server.parts.settings.trustedProxyHops = 1
  const startLogin = (client: WalletClient, address: string, email: string) =>
    client.startWithWork(email, shopOrigin, { 'X-Forwarded-For': address })
  return { ...server, startLogin }
}

test.each(databaseEngines.filter(({ skip }) => !skip))(
  'sends mails to all visitors of two mobile networks while a stranger requests 280 mails from 14 addresses, on $name',
  async ({ open }) => {
    const { database } = await open()
    const server = await start(async () => database)
    const stranger = await server.makeClient()
    for (let address = 0; address < strangerAddresses; address++)
      for (let request = 0; request < requestsOfAddress; request++)
        await server.startLogin(stranger, `198.51.100.${address}`, `v${request}-${address}@victim${address}.example`)
    const lost: string[] = []
    for (let visitor = 0; visitor < visitorsOfNetwork; visitor++)
      for (const network of mobileNetworks) {
        server.time.now += 20 * secondMs
        const client = await server.makeClient()
        const email = `visitor${visitor}@${network}.example`.replaceAll('@203.', '@n203.')
        const { status, body } = await server.startLogin(client, network, email)
        if (status !== 200) {
          lost.push(email)
          continue
        }
        const code = loginCodeInMail(server.mails.at(-1))
        await client.call('POST', `login/${body.challengeId}/code`, { body: { code } })
      }
    expect(lost).toEqual([])
  },
)

const hourMs = 3_600 * secondMs
const limits = { addressHour: 5, addressDay: 10, networkHour: 20, projectHour: 200, projectHourMost: 12_000 }

/** Counters in memory, with the same behaviour as the counters in the database. */
const memoryCounters = (): Counters => {
  const counts = new Map<string, number>()
  const nameOf = ({ key, endsAt }: Counter): string => `${key} ${endsAt}`
  const read = (counter: Counter): number => counts.get(nameOf(counter)) ?? 0
  return {
    read: async () => read,
    add: async (counters, by) => {
      for (const counter of counters) counts.set(nameOf(counter), read(counter) + by)
      const after = new Map(counters.map((counter) => [nameOf(counter), read(counter)]))
      return (counter) => after.get(nameOf(counter)) ?? 0
    },
  }
}

/** The limits with a work that costs the simulation nothing. */
const openSimulation = (seed: number) => {
  const random = createSeededRandom(seed)
  const counters = memoryCounters()
  const events: { at: number; run: (now: number) => Promise<void> }[] = []
  const works = new Map<string, VerifiedWork>()
  const proofs: WorkProofs = {
    make: (_, level, now) => {
      const challenge = String(works.size)
      works.set(challenge, { id: challenge, endsAt: now + hourMs, level })
      return { challenge, bits: level }
    },
    verify: (_, { challenge }) => works.get(challenge) ?? null,
  }
  const log = { write: () => undefined, flush: () => undefined }

  /** Requests a mail as a browser does, which repeats the request with solved work. */
  const request = async (network: string, mailbox: string, now: number): Promise<boolean> => {
    let work: SolvedWork | undefined
    for (let tries = 0; tries < 3; tries++) {
      const subject = { mailbox, network, project: 'shop', thumbprint: mailbox, work, captcha: undefined }
      const options = { counters, limits, proofs, captcha: null, log, now }
      const admitted = await admitLoginMail(options, subject).catch(() => null)
      if (!admitted) return false
      if ('giveBack' in admitted) return true
      if (!('work' in admitted)) return false
      work = { challenge: admitted.work.challenge, nonces: [] }
    }
    return false
  }
  const answer = (network: string, mailbox: string, now: number) =>
    countAnsweredLogin(counters, { mailbox, network, project: 'shop' }, now)
  const run = async (): Promise<void> => {
    for (const { at, run } of events.sort((one, other) => one.at - other.at)) await run(at)
  }
  return { random, events, request, answer, run }
}

test.each([1, 2, 3])(
  'loses none of 10,000 visitors an hour of 50 mobile networks, nor of 2,000 at home, in a flood from 1,000 addresses, seed %i',
  async (seed) => {
    const { random, events, request, answer, run } = openSimulation(seed)
    const begin = Date.UTC(2026, 10, 21, 12)
    const lost: string[] = []
    let floodMails = 0
    let floodRequests = 0
    const visit = (network: string, name: string): void => {
      const at = begin + random.below(hourMs)
      const delay = (15 + random.below(45)) * secondMs
      events.push({ at, run: async (now) => void ((await request(network, name, now)) || lost.push(name)) })
      // One visitor in ten never enters the code.
      if (random.below(10) > 0) events.push({ at: at + delay, run: (now) => answer(network, name, now) })
    }
    for (let visitor = 0; visitor < 10_000; visitor++) visit(`mobile ${visitor % 50}`, `visitor ${visitor}`)
    for (let visitor = 0; visitor < 2_000; visitor++) visit(`home ${visitor}`, `home visitor ${visitor}`)
    // The stranger starts before any network has answered a code, and never answers one.
    for (let attempt = 0; attempt < 60_000; attempt++)
      events.push({
        at: begin + Math.floor(attempt / 60) * secondMs,
        run: async (now) => {
          floodRequests++
          if (await request(`stranger ${attempt % 1_000}`, `victim ${attempt}`, now)) floodMails++
        },
      })
    await run()
    console.info(`${floodMails} of ${floodRequests} requests of the stranger were mailed`)
    expect(lost).toEqual([])
    // Without an answered code, each address gets half of a network's mails as soon as the flood is noticed.
    expect(floodMails).toBeLessThanOrEqual(1_000 * 10 + limits.projectHour)
  },
)

test('loses no visitor of a mobile network that answered its codes before, although a stranger shares its address', async () => {
  const { random, events, request, answer, run } = openSimulation(4)
  const begin = Date.UTC(2026, 10, 21, 23)
  const lost: string[] = []
  // The second hour is in the next day, so that the network is trusted for its answers of the day before.
  for (let visitor = 0; visitor < 400; visitor++) {
    const at = begin + Math.floor(visitor / 200) * hourMs + random.below(hourMs)
    const name = `visitor ${visitor}`
    events.push({ at, run: async (now) => void ((await request('mobile', name, now)) || lost.push(name)) })
    events.push({ at: at + 30 * secondMs, run: (now) => answer('mobile', name, now) })
  }
  for (let attempt = 0; attempt < 180; attempt++)
    events.push({
      at: begin + hourMs + attempt * 20 * secondMs,
      run: async (now) => void (await request('mobile', `victim ${attempt}`, now)),
    })
  for (let attempt = 0; attempt < 30_000; attempt++)
    events.push({
      at: begin + hourMs + Math.floor(attempt / 30) * secondMs,
      run: async (now) => void (await request(`stranger ${attempt % 2_000}`, `other victim ${attempt}`, now)),
    })
  await run()
  expect(lost).toEqual([])
})
