import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { confirmationForm, formIn, linkInMail, makeTestGuardian, type TestGuardian } from '../../test/guardian.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const secret = () => randomBytes(32).toString('base64url')
let guardian: TestGuardian
beforeAll(async () => {
  guardian = await makeTestGuardian()
})

const enrol = async () => {
  guardian.time.now = Math.ceil(guardian.time.now / dayMs + 1) * dayMs
  const [walletId, setId] = [randomUUID(), randomUUID()]
  const email = `ann-${walletId.slice(0, 8)}@shop.example`
  await guardian.ask({ kind: 'enrol', walletId, setId, email, share: secret(), owner: secret(), ways: [] })
  /** A browser asks for a mail. The main server names the browser; the client key is the browser's own choice. */
  const ask = async (browser: string, clientKey = secret(), account: string = walletId) => {
    guardian.time.now += 1_000
    return guardian.ask({ kind: 'challenge', walletId, setId, email, host: 'x', clientKey }, browser, account)
  }
  const askOften = async (browser: string, times: number): Promise<number> => {
    let mails = 0
    for (let count = 0; count < times; count++) if ((await ask(browser)).ok) mails += 1
    return mails
  }
  return { ask, askOften }
}

test('one phished code gets five mails an hour and ten a day, and the owner still gets all of theirs', async () => {
  const { askOften } = await enrol()
  let mails = 0
  for (let hour = 0; hour < 23; hour++) {
    mails += await askOften('thief', 8)
    expect(mails).toBeLessThanOrEqual(5 * (hour + 1))
    guardian.time.now += 50 * 60_000
  }
  expect(mails).toBe(10)
  expect(await askOften('owner', 5)).toBe(5)
})

test('three phished codes do not use up the first mail of a browser of the owner', async () => {
  const { ask, askOften } = await enrol()
  for (let hour = 0; hour < 3; hour++) {
    for (const thief of ['one', 'two', 'three']) await askOften(thief, 6)
    guardian.time.now += hourMs
  }
  expect(await ask('owner')).toMatchObject({ ok: true })
})

test.each([
  ['another wallet', randomUUID()],
  ['no wallet', 'none'],
])(
  "any number of sessions of an account with %s cause no mail, and use up nothing of the owner's",
  async (_, account) => {
    const { ask } = await enrol()
    const mails = guardian.mails.length
    for (let count = 0; count < 41; count++) {
      const failure = { code: 'KEY_SET_NOT_FOUND' }
      expect(await ask(`thief-${count}`, secret(), account)).toEqual({ ok: false, failure })
    }
    expect(guardian.mails).toHaveLength(mails)
    expect(await ask('owner')).toMatchObject({ ok: true })
  },
)

test('a browser that a thief keeps asking from delays no other browser, not even for 30 seconds', async () => {
  const { ask } = await enrol()
  await ask('thief')
  expect(await ask('owner')).toMatchObject({ ok: true })
})

test('one wallet gets at most 60 mails a day, whatever the main server says about browsers', async () => {
  const { askOften } = await enrol()
  let mails = 0
  for (let count = 0; count < 70; count++) mails += await askOften(`browser-${count}`, 2)
  expect(mails).toBeLessThanOrEqual(60)
})

test("the owner's right number gives the limits back", async () => {
  const { ask, askOften } = await enrol()
  expect(await askOften('owner', 6)).toBe(5)
  const answer = await ask('other')
  if (!answer.ok || answer.kind !== 'challenge') throw new Error(JSON.stringify(answer))
  const body = confirmationForm(linkInMail(guardian.mails.at(-1)), answer.number)
  expect((await guardian.app.request('/confirm', { method: 'POST', body })).status).toBe(200)
  expect(await ask('owner')).toMatchObject({ ok: true })
})

test('a mail that could not be sent uses up nothing', async () => {
  const { askOften } = await enrol()
  guardian.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
  expect(await askOften('owner', 12)).toBe(0)
  guardian.mail.fails = undefined
  expect(await askOften('owner', 5)).toBe(5)
})

test('the stop link works after any number of requests from one host', async () => {
  const { ask } = await enrol()
  await ask('owner')
  const link = linkInMail(guardian.mails.at(-1))
  for (let count = 0; count < 700; count++) {
    const body = `id=${randomUUID()}&token=${secret()}`
    expect((await guardian.app.request('/cancel', { method: 'POST', body })).status).toBe(404)
    await guardian.post('challenge', { enc: 'x', ciphertext: 'x' })
  }
  const page = await (await guardian.app.request(`${link.pathname}${link.search}`)).text()
  const stop = await guardian.app.request('/cancel', { method: 'POST', body: formIn(page, 'cancel') })
  expect(stop.status).toBe(200)
})
