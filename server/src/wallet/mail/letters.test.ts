import { textsWithExpertWords } from '@appkit-frame/loader/protocol/test/visitorWords.ts'
import { expect, test } from 'vitest'
import { makeTestParts, shopOrigin, walletOrigin } from '../../../test/parts.ts'
import { recoveryBegunMail, recoveryLinkMail, shareReleasedMail } from '../../guardian/mails.ts'
import { accentOf } from './accent.ts'
import { letterheadOf } from './letterhead.ts'
import { type LoginMailFacts, loginCodeMail } from './loginMails.ts'
import type { Mail } from './mailer.ts'
import { type SecurityNotice, securityNoticeMail } from './noticeMails.ts'

const time = Date.UTC(2026, 10, 21, 9, 41)
const letterhead = { site: 'Slow Mornings', wallet: 'wallet.example', accent: '#6b4226' }
const login = (locale: string): LoginMailFacts & { host: string } => ({
  to: 'mara@quince.example',
  locale,
  letterhead,
  host: 'https://slowmornings.example',
  browser: 'Chrome on Windows',
  location: 'PL',
  time,
})
const notices: SecurityNotice[] = [
  { kind: 'unlockMethodAdded', method: 'kit' },
  { kind: 'unlockMethodRemoved', method: 'passkey' },
  { kind: 'exportRequested', at: time },
  { kind: 'deletionRequested', at: time },
  { kind: 'exported' },
  { kind: 'keyRenewed' },
  { kind: 'deleted' },
]
const guardian = (locale: string) => ({ to: 'mara@quince.example', locale, host: 'https://slowmornings.example' })
const cancelUrl = 'https://recovery.example/cancel?id=1#x'

/** Every mail that the servers write, in one language. */
const lettersIn = (locale: string): Mail[] => [
  loginCodeMail(login(locale), '481093', 5),
  ...notices.map((notice) =>
    securityNoticeMail({ ...login(locale), url: 'https://wallet.example/vault/shop' }, notice),
  ),
  recoveryLinkMail({ ...guardian(locale), url: 'https://recovery.example/confirm?id=1', minutes: 10, time }),
  recoveryBegunMail({ ...guardian(locale), releaseAt: time, cancelUrl }),
  shareReleasedMail(guardian(locale)),
]

test('the code mail says the code, the site, the wallet, the place and the browser in words', () => {
  const { subject, fromName, text } = loginCodeMail(login('en'), '481093', 5)
  expect([fromName, subject]).toEqual(['Slow Mornings', '481093 is your code for Slow Mornings'])
  expect(text).toBe(`SLOW MORNINGS

Your sign-in code

Type it in the window that is open on slowmornings.example. That window says wallet.example at its top.

    481093

It works once, for 5 minutes.

Asked for at: slowmornings.example
Browser: Chrome on Windows
Place: Poland (approximate)
Time: November 21, 2026 at 9:41 AM UTC

Not you? Do nothing. Nobody gets in without this code. Never tell it to anyone; nobody from Slow Mornings or wallet.example will ask for it.

-- 
Sent to mara@quince.example by wallet.example, the wallet that Slow Mornings uses.
`)
})

test("the code mail names no site's window if the login began in the wallet's own window", () => {
  const { text } = loginCodeMail({ ...login('en'), host: 'https://wallet.example' }, '481093', 5)
  expect(text).toContain('Type it in the window that says wallet.example at its top.')
  expect(text).not.toContain('open on')
})

test('the code mail of a login without a site names none', () => {
  const { text, html } = loginCodeMail({ ...login('en'), host: null }, '481093', 5)
  expect(text).toContain('Type it in the window that says wallet.example at its top.')
  expect(`${text}${html}`).not.toMatch(/Asked for at|slowmornings\.example/)
})

test.each([
  ['de', 'Chrome unter Windows', '21. November 2026 um 09:41 UTC', '481093 ist Ihr Code für Slow Mornings'],
  ['ar', 'Chrome على Windows', 'نوفمبر', '481093 هو رمزك لموقع Slow Mornings'],
])('writes the facts of a login in the language %s', (locale, browser, date, subject) => {
  const mail = loginCodeMail(login(locale), '481093', 5)
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(browser)
  expect(mail.text).toContain(date)
})

test.each([
  ['A browser on Linux', 'Ein Browser unter Linux'],
  ['An unknown browser', 'Ein unbekannter Browser'],
  ['Safari', 'Safari'],
])('names the browser %s in German as %s', (browser, name) => {
  expect(loginCodeMail({ ...login('de'), browser }, '481093', 5).text).toContain(`Browser: ${name}\n`)
})

test('a short code has a gap that is no character, so that it copies whole', () => {
  const { html } = loginCodeMail(login('en'), '481093', 5)
  expect(html).toContain('>481<span style="padding-left:.3em">093</span></p>')
  expect(html.replace(/<[^>]*>/g, '').match(/\d{6}/g)).toContain('481093')
})

test.each(['en', 'de', 'ar'])('every letter in %s fetches nothing, fits a phone and knows dark clients', (locale) => {
  for (const { html } of lettersIn(locale)) {
    expect(html).toContain(`lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`)
    expect(html).not.toMatch(/src=|url\(|@import|<link|<script|[{]\w+[}]/)
    expect(html).toContain('@media(prefers-color-scheme:dark)')
    expect(html).not.toMatch(/width:(?:3[3-9]\d|4\d\d)px(?!;margin)/)
    expect(html.match(/<h1 /g)).toHaveLength(1)
  }
})

test.each(['en', 'de', 'ar'] as const)('no letter in %s has a word that only builders of wallets know', (locale) => {
  const texts = lettersIn(locale).map(({ subject, text }) => `${subject}\n${text}`.replace(/https\S+/g, ''))
  expect(textsWithExpertWords(locale, texts)).toEqual([])
})

test("a page's words cannot become markup, a line, or a logo of a letter", () => {
  const evil = '<!--logo--></style><img src=x>"\r\n\u202eevil'
  const mail = loginCodeMail({ ...login('en'), host: evil, browser: evil, to: evil }, '481093', 5)
  expect(mail.html).not.toMatch(/<img|\u202e/)
  expect(mail.html.match(/<!--logo-->/g)).toHaveLength(1)
  expect(mail.html.match(/<\/style>/g)).toHaveLength(1)
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.text).not.toMatch(/\r|\u202e/)
})

const project = {
  id: 'shop',
  name: 'Shop',
  allowedOrigins: [shopOrigin, 'https://club.example'],
  theme: { accent: '#6b4226' },
  sites: [{ origin: shopOrigin, name: 'Slow Mornings', logo: 'https://cdn.example/bean.png' }],
}
test('the letterhead is that of the site in the configuration, or the name of the project', async () => {
  const { projects } = await makeTestParts([project])
  const common = { wallet: 'wallet.example', accent: '#6b4226' }
  const read = (id: string, host: string) => letterheadOf(projects, id, host, walletOrigin)
  expect(read('shop', shopOrigin)).toEqual({
    ...common,
    site: 'Slow Mornings',
    logo: 'https://cdn.example/bean.png',
  })
  expect(read('shop', 'https://club.example')).toEqual({ ...common, site: 'Shop', logo: undefined })
  expect(read('gone', shopOrigin)).toEqual({ wallet: 'wallet.example', site: 'gone' })
})

test.each([
  ['#6b4226', '#ffffff'],
  ['#ffe600', '#1b1a17'],
  ['#fff', '#1b1a17'],
  ['#000', '#ffffff'],
])('text on the accent %s reads in light, and in dark the accent is bright enough', (accent, text) => {
  const { light, dark } = accentOf(accent)
  expect(light.text).toBe(text)
  expect(dark.text).toBe('#1b1a17')
})
