import { once } from 'node:events'
import { createServer } from 'node:http'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mailListPage, mailPage, type ReceivedMail } from './pages.ts'

export type MailBox = {
  /** Returns the mails, newest first. With `to`, returns only the mails to this address. */
  mails(to?: string): ReceivedMail[]
  /** With `true`, the mail server rejects every mail from now on. With `false`, it accepts mails again. */
  refuse(refuses: boolean): void
  stop(): Promise<void>
}

const mailLimit = 200

/** A mail server that accepts every mail and shows it on a web page, as the mailbox of the demo's visitors. */
export async function startMailBox(ports: { smtp: number; web: number }): Promise<MailBox> {
  const mails: ReceivedMail[] = []
  let refuses = false
  let count = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: (_address, _session, done) =>
      refuses ? done(Object.assign(new Error('Mailbox unavailable'), { responseCode: 550 })) : done(),
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const mail = await PostalMime.parse(Buffer.concat(chunks))
      for (const { address } of envelope.rcptTo) {
        mails.unshift({
          id: ++count,
          to: address.toLowerCase(),
          from: mail.from?.address ?? '',
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html ?? '',
          at: new Date().toISOString(),
        })
      }
      mails.splice(mailLimit)
      done()
    },
  })
  smtp.listen(ports.smtp, '127.0.0.1')
  await once(smtp.server, 'listening')

  const web = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mail.invalid')
    const to = searchParams.get('to')?.toLowerCase()
    const found = to === undefined ? mails : mails.filter((mail) => mail.to === to)
    if (pathname === '/mails.json')
      return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found))
    const opened = mails.find(({ id }) => pathname === `/${id}`)
    if (pathname !== '/' && !opened) return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found')
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
      .end(opened ? mailPage(opened) : mailListPage(found))
  })
  web.listen(ports.web, '127.0.0.1')
  await once(web, 'listening')

  return {
    mails: (to) => mails.filter((mail) => to === undefined || mail.to === to.toLowerCase()),
    refuse: (next) => {
      refuses = next
    },
    async stop() {
      web.closeAllConnections()
      web.close()
      await new Promise<void>((done) => smtp.close(() => done()))
    },
  }
}
