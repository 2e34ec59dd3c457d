import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  confirmationForm,
  formIn,
  guardianDelayMs,
  linkInMail,
  makeTestGuardian,
  type TestGuardian,
} from '../../test/guardian.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const secret = () => randomBytes(32).toString('base64url')
let guardian: TestGuardian
beforeAll(async () => {
  guardian = await makeTestGuardian()
})

type Enrol = Extract<GuardianRequest, { kind: 'enrol' }>
/**
 * Makes the requests that the owner and strangers send for one wallet. A stranger who once read the mailbox knows the
 * wallet's id.
 */
const makeWallet = () => {
  const walletId = randomUUID()
  const email = `ann-${walletId.slice(0, 8)}@shop.example`
  const owner = createHash('sha256').update(randomBytes(32)).digest('base64url')
  const enrolled = { kind: 'enrol', walletId, setId: randomUUID(), email, share: secret(), owner } as const
  const enrol = (changes: Partial<Enrol> = {}) => guardian.ask({ ...enrolled, ...changes })
  /** A stranger enrols a share set for the wallet, with the stranger's own mailbox. */
  const enrolEve = async () => {
    const set = { setId: randomUUID(), email: `eve-${randomUUID().slice(0, 8)}@evil.example` }
    await enrol({ ...set, share: secret(), owner: secret() })
    return set
  }
  const ask = async ({ setId, email }: { setId: string; email: string } = enrolled) => {
    const clientKey = secret()
    const challenge = {
      kind: 'challenge',
      walletId,
      setId,
      email,
      host: 'https://shop.example',
      clientKey,
    } as const
    const answer = await guardian.ask(challenge)
    const { challengeId, number } = answer.ok && answer.kind === 'challenge' ? answer : { challengeId: '', number: '' }
    return { answer, clientKey, challengeId, number }
  }
  return { enrolled, enrol, enrolEve, ask }
}

test("does not count share sets of strangers against the owner's limit of share sets", async () => {
  const wallet = makeWallet()
  const answers: boolean[] = []
  for (const owner of [secret(), secret()])
    for (let count = 0; count < 9; count++)
      answers.push((await wallet.enrol({ setId: randomUUID(), share: secret(), owner })).ok)
  expect(answers.filter((isOk) => !isOk)).toHaveLength(2)
  expect(await wallet.enrol()).toEqual({ ok: true, kind: 'enrol' })
  expect((await wallet.ask()).answer).toMatchObject({ ok: true })
})

test('does not let a stranger cancel or block a recovery of the owner', async () => {
  const wallet = makeWallet()
  await wallet.enrol()
  const { challengeId, clientKey, number } = await wallet.ask()
  const picked = confirmationForm(linkInMail(guardian.mails.at(-1)), number)
  expect((await guardian.app.request('/confirm', { method: 'POST', body: picked })).status).toBe(200)
  await wallet.ask(await wallet.enrolEve())
  const link = linkInMail(guardian.mails.at(-1))
  const page = await (await guardian.app.request(`${link.pathname}${link.search}`)).text()
  const body = formIn(page, 'cancel')
  expect((await guardian.app.request('/cancel', { method: 'POST', body })).status).toBe(200)
  guardian.time.now += guardianDelayMs
  const { share } = wallet.enrolled
  expect(await guardian.ask({ kind: 'release', challengeId, clientKey })).toMatchObject({ ok: true, share })
  expect((await wallet.ask()).answer).toMatchObject({ ok: true })
})

test('sends recovery links to the owner after strangers have used up the mail limit of the mailbox', async () => {
  const wallet = makeWallet()
  await wallet.enrol()
  const { email } = wallet.enrolled
  const answers: boolean[] = []
  for (let count = 0; count < 30; count++) {
    guardian.time.now += 1
    const [walletId, setId, clientKey] = [randomUUID(), randomUUID(), secret()]
    await guardian.ask({ kind: 'enrol', walletId, setId, email, share: secret(), owner: secret() })
    answers.push((await guardian.ask({ kind: 'challenge', walletId, setId, email, host: 'x', clientKey })).ok)
  }
  // The mailbox's first four share sets are exempt from its daily limit of 20: the owner's and three of strangers.
  expect(answers.filter((isOk) => isOk)).toHaveLength(23)
  expect((await wallet.ask()).answer).toMatchObject({ ok: true })
})

test('sends recovery links to the owner despite recoveries that strangers start for their own share sets', async () => {
  const wallet = makeWallet()
  await wallet.enrol()
  const eve = await wallet.enrolEve()
  for (let count = 0; count < 12; count++) {
    await wallet.ask(eve)
    guardian.time.now += 15 * minuteMs
  }
  await wallet.ask(eve)
  expect((await wallet.ask()).answer).toMatchObject({ ok: true })
})
