import { layOut } from '../mail/layout.ts'
import type { Mail } from '../mail/mailer.ts'

const locale = 'en'

type Facts = { to: string; host: string }

export const codeMail = (facts: Facts & { code: string; minutes: number; cancelUrl: string }): Mail =>
  layOut(
    facts.to,
    {
      subject: 'Your code to recover your wallet',
      title: 'Your code to recover your wallet',
      parts: [
        { kind: 'code', code: facts.code },
        { kind: 'text', text: `It is valid for ${facts.minutes} minutes and can be used once.` },
        { kind: 'facts', facts: [['Site', facts.host]] },
        {
          kind: 'note',
          text: 'Whoever has this code can get your wallet. We never ask for it anywhere else, not by phone and not by mail.',
        },
        { kind: 'link', text: 'This was not me', url: facts.cancelUrl },
      ],
    },
    locale,
  )

export const begunMail = (facts: Facts & { releaseAt: number; cancelUrl: string }): Mail => {
  const time = `${new Date(facts.releaseAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return layOut(
    facts.to,
    {
      subject: `Your wallet can be opened in a new browser from ${time}`,
      title: 'Somebody is recovering your wallet',
      parts: [
        { kind: 'text', text: `A code from a mail to you was entered. Your wallet is released at ${time}.` },
        { kind: 'facts', facts: [['Site', facts.host]] },
        { kind: 'text', text: 'If this was not you, stop it now: somebody else reads your mail.' },
        { kind: 'link', text: 'Stop it', url: facts.cancelUrl },
      ],
    },
    locale,
  )
}

export const releasedMail = ({ to, host }: Facts): Mail =>
  layOut(
    to,
    {
      subject: 'Your wallet was opened in a new browser',
      title: 'Your wallet was opened in a new browser',
      parts: [
        { kind: 'text', text: 'It was recovered by codes from mails to you.' },
        { kind: 'facts', facts: [['Site', host]] },
        { kind: 'note', text: 'If this was not you, move what is in it to another wallet at once.' },
      ],
    },
    locale,
  )
