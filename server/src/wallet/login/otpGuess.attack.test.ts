import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import {
  attackSize,
  attackTimeoutMs,
  createSeededRandom,
  isFullSize,
  startLongAttack,
} from '@appkit-frame/loader/protocol/test/attack.ts'
import { calculateJwkThumbprint } from 'jose'
import { expect, test, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
import { loginCodeInMail, makeWalletServer } from '../../../test/walletServer.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { enterLoginCode } from './enterCode.ts'

vi.setConfig({ testTimeout: attackTimeoutMs(), hookTimeout: 60_000 })

const minuteMs = 60_000
const noLimits = { addressHour: 1e9, addressDay: 1e9, networkHour: 1e9, projectHour: 1e9, projectHourMost: 1e9 }
const accounts = attackSize(30, 1_000)
/**
 * In the full run, 1,000 accounts together must receive a million guesses, although a right guess ends some of them
 * early.
 */
const guessesEach = attackSize(60, 1_100)
const loginsEach = 6
const triesPerCode = 3
const triesPerAccount = 10
/** The attacker knows this many of the six digits, so that some guesses succeed. */
const knownDigits = 4

test('compares at most ten guessed codes per account from a recognised browser', async ({ task }) => {
  // The full run uses the faster database. Other tests show that both databases count the same tries.
  const [embeddedEngine, postgres] = databaseEngines
  const engine = isFullSize && !postgres?.skip ? postgres : embeddedEngine
  if (!engine) throw new Error('no database')
  const { database } = await engine.open()
  const server = await makeWalletServer(async () => database, { limits: noLimits })
  const { embedded } = server.parts
  if (!embedded) throw new Error('no embedded wallet')
  const parts = { ...server.parts, ...embedded } as unknown as WalletParts
  const counts = { guesses: 0, compared: 0, hits: 0 }
  const attack = startLongAttack(task, {
    gate: 'G7',
    what: 'accounts whose codes are guessed',
    total: accounts,
    step: 1,
    counts,
  })

  for (const [account] of attack.steps()) {
    const random = createSeededRandom(attack.seed + account)
    const client = await server.makeClient()
    const thumbprint = await calculateJwkThumbprint(client.jwk)
    const email = `owner${account}@mail${account}.example`
    await client.signIn(email)
    let compared = 0
    let isIn = false
    for (let turn = 0; turn < loginsEach && !isIn; turn++) {
      server.time.now += minuteMs
      const login = await client.start(email)
      const { challengeId } = login
      // After ten wrong codes the account requires long codes.
      if (compared >= triesPerAccount) expect(login.longCode).toBe(true)
      const right = loginCodeInMail(server.mails.at(-1))
      const all = 10 ** (6 - knownDigits)
      const first = random.below(all)
      const codes = Array.from({ length: Math.ceil(guessesEach / loginsEach) }, (_, at) => {
        const rest = String((first + at) % all).padStart(6 - knownDigits, '0')
        return `${right.slice(0, knownDigits).padEnd(knownDigits, '0')}${rest}`
      })
      let wrong = 0
      for (let at = 0; at < codes.length && !isIn; at += 20) {
        const answers = await Promise.all(
          codes.slice(at, at + 20).map((code) =>
            enterLoginCode(parts, { challengeId, thumbprint, code }).then(
              () => 'IN',
              (thrown) => (thrown instanceof AppError ? thrown.code : String(thrown)),
            ),
          ),
        )
        counts.guesses += answers.length
        wrong += answers.filter((answer) => answer === 'CODE_WRONG').length
        isIn = answers.includes('IN')
        const others = answers.filter(
          (answer) => !['CODE_WRONG', 'CODE_DEAD', 'IN', 'CHALLENGE_NOT_FOUND'].includes(answer),
        )
        expect(others).toEqual([])
      }
      expect(wrong).toBeLessThan(triesPerCode)
      if (login.longCode) {
        // Six digits never match a code of ten letters.
        expect(isIn).toBe(false)
        continue
      }
      // The server compares the third code of a login too, but answers it like later codes, which it does not compare.
      compared += wrong + (wrong === triesPerCode - 1 && !isIn ? 1 : 0) + (isIn ? 1 : 0)
    }
    expect(compared).toBeLessThanOrEqual(triesPerAccount)
    counts.compared += compared
    if (isIn) counts.hits++
  }

  const theory = counts.compared / 10 ** (6 - knownDigits)
  // Allow five standard deviations above the expected number of right guesses. In the full run this bound is 1.5 times
  // the expected number.
  expect(counts.hits, `ATTACK_SEED=${attack.seed}`).toBeLessThanOrEqual(theory + 5 * Math.sqrt(theory))
  expect(counts.compared).toBeGreaterThan(attack.done() * 5)
  attack.report(
    `${counts.guesses} guesses, ${counts.compared} compared, ${counts.hits} right where ${theory.toFixed(0)} are ` +
      `expected of ${knownDigits} known digits, ${engine.name}`,
  )
})
