import { once } from 'node:events'
import { createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Log } from '../../http/log.ts'
import { type LoginMailFacts, loginCodeMail } from './loginMails.ts'
import { createMailer } from './mailer.ts'

vi.setConfig({ testTimeout: 30_000 })

const from = 'wallet@modal.example'
const login: LoginMailFacts = {
  to: 'ann@shop.example',
  locale: 'en',
  letterhead: { site: 'Shop <b>& Co', wallet: 'wallet.example' },
  host: 'https://shop.example',
  browser: 'Firefox on Linux',
  location: '',
  time: Date.UTC(2026, 10, 21, 9, 41),
}

type Received = { from: string; to: string[]; raw: string }

/** An SMTP server that records the mails it receives. */
const startSmtp = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      let raw = ''
      for await (const chunk of stream) raw += chunk
      const { mailFrom, rcptTo } = session.envelope
      received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
      done()
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { received, url: urlOf(server.server.address()) }
}
const urlOf = (address: unknown): string => `smtp://127.0.0.1:${Object(address).port}`

const makeLog = () => {
  const lines: string[] = []
  const log: Log = {
    write: (event, fields) => void lines.push(JSON.stringify({ event, ...fields })),
    flush: () => undefined,
  }
  return { log, lines }
}
const mailer = (url: string, log: Log = makeLog().log) => createMailer({ url, from, fromName: 'wallet.example' }, log)

test('sends a mail as text and HTML to one recipient, and names the requesting site', async () => {
  const { received, url } = await startSmtp()
  await mailer(url).send(loginCodeMail(login, '012345', 5))
  expect(received.map(({ from, to }) => [from, to])).toEqual([[from, ['ann@shop.example']]])
  const mail = await PostalMime.parse(received[0]?.raw ?? '')
  expect(mail.subject).toBe('012345 is your code for Shop <b>& Co')
  expect([mail.from?.address, mail.from?.name]).toEqual([from, 'Shop <b>& Co'])
  expect(mail.to).toEqual([{ address: 'ann@shop.example', name: '' }])
  for (const word of [
    '5 minutes',
    'shop.example',
    'wallet.example',
    'Firefox on Linux',
    'unknown location',
    'November 21, 2026',
  ]) {
    expect(mail.text).toContain(word)
    expect(mail.html).toContain(word)
  }
  expect(mail.text).toContain('\n    012345\n')
  expect(mail.html).toContain('Shop &lt;b&gt;&amp; Co')
  expect(mail.html).not.toContain('<b>')
  // A mail with a code has no login link, and its HTML fetches nothing.
  expect(mail.html).not.toMatch(/<a |src=|url\(/)
})

const pixel = Buffer.from('iVBORw0KGgo', 'base64')
const withLogo = (logo: string) => loginCodeMail({ ...login, letterhead: { ...login.letterhead, logo } }, '012345', 5)

test('a mail contains the logo of its site, so that reading the mail fetches nothing', async () => {
  const { received, url } = await startSmtp()
  const settings = { url, from, fromName: 'wallet.example' }
  const readLogo = async (logo: string) => (logo === 'https://shop.example/logo.svg' ? pixel : undefined)
  await createMailer(settings, makeLog().log, readLogo).send(withLogo('https://shop.example/logo.svg'))
  const { html, attachments } = await PostalMime.parse(received[0]?.raw ?? '')
  expect(attachments).toMatchObject([{ mimeType: 'image/png', contentId: '<logo>', disposition: 'inline' }])
  expect(html?.match(/src="[^"]*"/g)).toEqual(['src="cid:logo"'])
  expect(html).not.toContain('shop.example/logo.svg')
})

test.each<[string, (() => Promise<Buffer | undefined>) | undefined]>([
  ['cannot be read', async () => undefined],
  ['fails', () => Promise.reject(new Error('no sharp'))],
  ['is late', () => new Promise(() => undefined)],
  ['has no reader', undefined],
])('a mail shows a letter if its logo %s', async (_, readLogo) => {
  const { received, url } = await startSmtp()
  const settings = { url, from, fromName: 'wallet.example' }
  await createMailer(settings, makeLog().log, readLogo).send(withLogo('https://shop.example/logo.svg'))
  const { html, attachments } = await PostalMime.parse(received[0]?.raw ?? '')
  expect(attachments).toEqual([])
  expect(html).not.toContain('<img')
  expect(html).toMatch(/>S<\/span>/)
})

test("removes line breaks and bidi controls from a visitor's text in a mail", async () => {
  const { received, url } = await startSmtp()
  const host = 'https://shop.example\r\nBcc: eve@evil.example\u202e'
  const letterhead = { site: 'Shop\r\nBcc: eve@evil.example', wallet: 'wallet.example' }
  await mailer(url).send(loginCodeMail({ ...login, host, letterhead }, '012345', 5))
  expect(received[0]?.to).toEqual(['ann@shop.example'])
  const mail = await PostalMime.parse(received[0]?.raw ?? '')
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.html).not.toContain('\u202e')
})

test.each([
  'ann@shop.example, eve@evil.example',
  'ann@shop.example;eve@evil.example',
  'all: ann@shop.example, eve@evil.example;',
  'Ann <ann@shop.example>',
  'ann@shop.example\r\nRCPT TO:<eve@evil.example>',
  'ann@shop.example>\r\nDATA',
  '"ann@shop.example"@evil.example',
])('rejects a mail to the recipient %j', async (to) => {
  const { received, url } = await startSmtp()
  await expect(mailer(url).send(loginCodeMail({ ...login, to }, '012345', 5))).rejects.toMatchObject({
    code: 'MAIL_NOT_SENT',
  })
  expect(received).toEqual([])
})

test.each<[string, SMTPServerOptions]>([
  ['refuses the recipient', { onRcptTo: (_, __, done) => done(new Error('550 no such user ann@shop.example')) }],
  ['refuses the sender', { onMailFrom: (_, __, done) => done(new Error('451 later')) }],
  [
    'refuses the content',
    {
      onData: (stream, _, done) => {
        stream.resume()
        stream.on('end', () => done(new Error('554 spam')))
      },
    },
  ],
  ['requires a password', { authOptional: false }],
])('sending a mail fails without logging the recipient if the mail server %s', async (_, options) => {
  const { url } = await startSmtp(options)
  const { log, lines } = makeLog()
  await expect(mailer(url, log).send(loginCodeMail(login, '012345', 5))).rejects.toMatchObject({
    code: 'MAIL_NOT_SENT',
  })
  expect(lines.length).toBe(1)
  expect(lines[0]).not.toMatch(/ann|012345/)
})

test('sending a mail fails at once if the mail server is down', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = urlOf(server.address())
  server.close()
  await once(server, 'close')
  const start = performance.now()
  await expect(mailer(url).send(loginCodeMail(login, '012345', 5))).rejects.toMatchObject({ code: 'MAIL_NOT_SENT' })
  expect(performance.now() - start).toBeLessThan(5_000)
})

test('sending a mail fails after a timeout if the mail server does not answer', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const start = performance.now()
  await expect(mailer(urlOf(silent.address())).send(loginCodeMail(login, '012345', 5))).rejects.toMatchObject({
    code: 'MAIL_NOT_SENT',
  })
  expect(performance.now() - start).toBeLessThan(20_000)
})
