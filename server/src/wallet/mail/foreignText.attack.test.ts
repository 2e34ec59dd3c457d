import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { findHidden, hostileTexts } from '@appkit-frame/loader/protocol/test/hostileTexts.ts'
import { expect, test } from 'vitest'
import { type LoginMailFacts, loginCodeMail } from './loginMails.ts'
import type { Mail } from './mailer.ts'
import { securityNoticeMail } from './noticeMails.ts'

type Facts = LoginMailFacts & { host: string }
const facts: Facts = {
  ...{ to: 'mara@quince.example', locale: 'en', host: 'https://slowmornings.example', browser: 'Chrome on Windows' },
  ...{ letterhead: { site: 'Slow Mornings', wallet: 'wallet.example', accent: '#6b4226' }, location: 'PL', time: 0 },
}
const mailsWith = (change: Partial<Facts>): Mail[] => {
  const made = { ...facts, ...change }
  return [
    loginCodeMail(made, '481093', 5),
    securityNoticeMail({ ...made, url: 'https://wallet.example/vault/shop' }, { kind: 'exported' }),
  ]
}
/** The tags of a mail. A text that becomes markup adds one or ends one early. */
const tagsOf = ({ html }: Mail): string[] => html.match(/<[^>]*>/g) ?? []

const payloads = attackSize(300, 5_400)

test.for(['host', 'browser'] as const)(
  'the %s of a login is text only in every mail, on one line of the subject, and without characters that nobody sees',
  { timeout: attackTimeoutMs() },
  (field, { task }) => {
    const own = mailsWith({ [field]: 'A text' }).map(tagsOf)
    const faults: string[] = []
    let shown = 0
    for (const { text } of hostileTexts(payloads, attackSeed))
      for (const [index, mail] of mailsWith({ [field]: text }).entries()) {
        const { subject, fromName, html } = mail
        if (mail.text.includes(text.slice(0, 8))) shown++
        const isMarkup = JSON.stringify(tagsOf(mail)) !== JSON.stringify(own[index])
        const hidden = findHidden([subject, fromName, mail.text, html].join('\n').replace(/\n/g, ''))
        const isBroken = /[\r\n]/.test(`${subject}${fromName}`)
        if (isMarkup || isBroken || hidden.length > 0)
          faults.push(`${JSON.stringify(text)} ${index}: ${JSON.stringify({ isMarkup, isBroken, hidden })}`)
      }
    expect(faults.slice(0, 20)).toEqual([])
    reportAttack(task, 'G5', payloads, 'foreign texts in mails', `${shown} mails with the ${field}`)
  },
)
