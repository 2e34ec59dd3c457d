import { randomBytes, randomUUID } from 'node:crypto'
import { textsWithExpertWords } from '@appkit-frame/loader/protocol/test/visitorWords.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  confirmationForm,
  formIn,
  guardianDelayMs,
  linkInMail,
  makeTestGuardian,
  type TestGuardian,
} from '../../test/guardian.ts'
import { guardianTexts } from './messages.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let guardian: TestGuardian
beforeAll(async () => {
  guardian = await makeTestGuardian()
})

const secret = () => randomBytes(32).toString('base64url')
/** Enrols an owner at the guardian and starts a recovery. `fields` are added to the enrol request. */
const startRecovery = async (fields: { locale?: string }) => {
  const [walletId, setId, clientKey] = [randomUUID(), randomUUID(), secret()]
  const email = `ann-${walletId.slice(0, 8)}@shop.example`
  expect(await guardian.ask({ kind: 'enrol', walletId, setId, email, share: secret(), ...fields })).toMatchObject({
    ok: true,
  })
  const host = 'https://shop.example'
  const answer = await guardian.ask({ kind: 'challenge', walletId, setId, email, host, clientKey })
  const { challengeId, number } = answer.ok && answer.kind === 'challenge' ? answer : { challengeId: '', number: '' }
  return { clientKey, challengeId, number }
}
/** The owner picks a number behind the link of the last mail. */
const pick = async (number: string): Promise<string> => {
  const body = confirmationForm(linkInMail(guardian.mails.at(-1)), number)
  return (await guardian.app.request('/confirm', { method: 'POST', body })).text()
}
const open = async (link: URL): Promise<string> => (await guardian.app.request(`${link.pathname}${link.search}`)).text()

test.each([
  [
    'de-AT',
    '<html lang="de" dir="ltr">',
    'Angefordert auf: shop.example',
    ['Bestätigen Sie Ihre Anmeldung', 'Ihre Wallet kann ab', 'Ihre Wallet wurde'],
  ],
  ['ar', '<html lang="ar" dir="rtl">', 'طُلب في: shop.example', ['أكّد تسجيل دخولك', 'يمكن فتح محفظتك', 'فُتحت محفظتك']],
])(
  'sends all mails of a recovery in %s, the language that the owner enrolled with',
  async (locale, html, site, subjects) => {
    const { challengeId, clientKey, number } = await startRecovery({ locale })
    await pick(number)
    guardian.time.now += guardianDelayMs
    await guardian.ask({ kind: 'release', challengeId, clientKey })
    const mails = guardian.mails.slice(-3)
    expect(mails.map(({ subject }) => subject)).toEqual(subjects.map((subject) => expect.stringContaining(subject)))
    for (const mail of mails) {
      expect(mail.html).toContain(html.slice(1, -1))
      expect(mail.text).toContain(site)
      expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]|wallet was|Stop/)
    }
  },
)

test.each([{}, { locale: 'fr-FR' }, { locale: 'constructor' }])(
  'sends English mails to an owner who enrolled with %j',
  async (fields) => {
    await startRecovery(fields)
    expect(guardian.mails.at(-1)).toMatchObject({
      subject: 'Confirm your sign-in',
      html: expect.stringContaining('lang="en"'),
    })
  },
)

test('shows the pages behind the links in the language of the mail', async () => {
  const { number } = await startRecovery({ locale: 'de' })
  const asked = await open(linkInMail(guardian.mails.at(-1)))
  expect(asked).toContain('<html lang="de" dir="ltr">')
  expect(asked).toContain('<h1>Melden Sie sich gerade an?</h1>')
  expect(await pick(number)).toContain('<h1>Das war es</h1>')
  const page = await open(linkInMail(guardian.mails.at(-1)))
  expect(page).toContain('<html lang="de" dir="ltr">')
  expect(page).toContain('>Anhalten</button>')
  const body = formIn(page, 'cancel')
  const press = async () => (await guardian.app.request('/cancel', { method: 'POST', body })).text()
  expect(await press()).toContain('<h1>Es ist angehalten</h1>')
  expect(await press()).toContain('<h1>Nichts anzuhalten</h1>')
})

test('shows a page in English for an unknown language in the link', async () => {
  await startRecovery({ locale: 'de' })
  const link = linkInMail(guardian.mails.at(-1))
  for (const locale of ['"><script>', 'constructor', '__proto__', '', 'xx']) {
    link.searchParams.set('locale', locale)
    const page = await open(link)
    expect(page).toContain('<html lang="en" dir="ltr">')
    expect(page).toContain('name="locale" value="en"')
    expect(page).not.toContain('<script')
  }
})

test.each(['en', 'de', 'ar'] as const)(
  'no mail or page in %s has a word that only builders of wallets know',
  (locale) => {
    expect(textsWithExpertWords(locale, guardianTexts(locale))).toEqual([])
  },
)

test('a page behind a link fits dark screens, and stands out only where it stops something', async () => {
  const { number } = await startRecovery({})
  const asked = await open(linkInMail(guardian.mails.at(-1)))
  expect(asked).toContain('@media(prefers-color-scheme:dark)')
  expect(asked).toContain('<button class="stop stop--quiet">This was not me</button>')
  await pick(number)
  expect(await open(linkInMail(guardian.mails.at(-1)))).toContain('<button class="stop">Stop it</button>')
})
