import type { EmailLogin } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { median, sameSourceProbability } from '../../../test/statistics.ts'
import { makeWalletServer } from '../../../test/walletServer.ts'

vi.setConfig({ testTimeout: attackTimeoutMs(), hookTimeout: 60_000 })

const minuteMs = 60_000
const noLimits = { addressHour: 1e9, addressDay: 1e9, networkHour: 1e9, projectHour: 1e9, projectHourMost: 1e9 }
const timedPairs = attackSize(20, 1_000)

test('gives addresses with and without an account the same answers, and prints how long both take', async ({
  task,
}) => {
  const { database } = await openTestDatabase()
  const server = await makeWalletServer(async () => database, { limits: noLimits })
  const known = Array.from({ length: Math.min(timedPairs, 100) }, (_, at) => `known${at}@shop.example`)
  for (const email of known) await (await server.makeClient()).signIn(email)
  const stranger = await server.makeClient()
  await stranger.start('warm@shop.example')

  /** Replaces the texts in an answer by their lengths, so that answers with different ids and times can be compared. */
  const shapeOf = (login: EmailLogin) =>
    Object.entries(login).map(([name, value]) => [name, typeof value, name === 'state' ? value : `${value}`.length])
  const times: Record<'known' | 'other', number[]> = { known: [], other: [] }
  const shapes = new Set<string>()
  const ask = async (kind: 'known' | 'other', email: string) => {
    const begin = performance.now()
    const { status, body } = await stranger.call('POST', 'login/email', {
      body: { projectId: 'shop', host: 'https://shop.example', email, locale: 'en' },
    })
    times[kind].push(performance.now() - begin)
    shapes.add(JSON.stringify([status, shapeOf(body)]))
  }
  for (let pair = 0; pair < timedPairs; pair++) {
    server.time.now += minuteMs
    const asked = [
      () => ask('known', known[pair % known.length] ?? ''),
      () => ask('other', `other${pair}@shop.example`),
    ]
    for (const one of pair % 2 ? asked : asked.reverse()) await one()
  }
  expect([...shapes]).toHaveLength(1)
  // A code from another browser gets the same answer for a pending login and for an unknown login id.
  const login = await stranger.start('nobody@shop.example')
  const other = await server.makeClient()
  for (const id of [login.challengeId, crypto.randomUUID()])
    expect(await other.call('POST', `login/${id}/code`, { body: { code: '000000' } })).toEqual({
      status: 404,
      body: { code: 'CHALLENGE_NOT_FOUND' },
    })
  const note =
    `medians ${median(times.known).toFixed(2)} ms known, ${median(times.other).toFixed(2)} ms unknown, ` +
    `KS p = ${sameSourceProbability(times.known, times.other).toFixed(3)} (printed, not held to)`
  reportAttack(task, 'G8', 2 * timedPairs, 'logins of known and unknown addresses, same bytes and status', note)
})
