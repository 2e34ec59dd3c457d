import type { MailCondition, SolvedWork } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Log } from '../../http/log.ts'
import { type Counter, type Counters, counterOf, useOnce } from '../api/rateCounters.ts'
import type { MailLimits } from '../embeddedParts.ts'
import type { VerifyCaptcha } from './captcha.ts'
import { decideOnLoginMail, type LoginMailCounts, type LoginMailDecision, type Tally } from './loginMailDecision.ts'
import { isEnoughWork, type VerifiedWork, type WorkProofs } from './proofOfWork.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** A refused visitor may try again after this time, because others of the same network may answer their codes by then. */
const retryMs = 60_000
/** Only this many answered codes of a mailbox count in a day, so that one mailbox can't vouch for a network. */
const answersOfMailboxADay = 5

type LoginMailSubject = {
  /** The MAC of the mailbox. For a recognised browser it includes the client key. */
  mailbox: string
  /** The MAC of the client's network. Null for a recognised browser, which no stranger's mail may affect. */
  network: string | null
  project: string
}

type Options = {
  counters: Counters
  limits: MailLimits
  proofs: WorkProofs
  /** Null if the operator configured no CAPTCHA. */
  captcha: VerifyCaptcha | null
  log: Log
  now: number
}
type Request = LoginMailSubject & { thumbprint: string; work: SolvedWork | undefined; captcha: string | undefined }

/**
 * Admits one login mail, and counts it. Returns the condition that the client must meet first, or a function that gives
 * the visitor's part of the limits back if the mail fails. Throws EMAIL_COOLDOWN if a limit refuses the mail. The answer
 * does not reveal whether the address has an account.
 */
export const admitLoginMail = async (
  { counters, limits, proofs, captcha, log, now }: Options,
  { thumbprint, work, captcha: response, ...subject }: Request,
): Promise<MailCondition | { giveBack: () => Promise<void> }> => {
  const mailCounters = countersOf(subject, now)
  const bound = { mailbox: subject.mailbox, project: subject.project, thumbprint }
  const proof = work ? proofs.verify(bound, work, now) : null

  // A provider accepts a response once, so ask it once in a request.
  let isPerson: Promise<boolean> | undefined
  const verifyOnce = (): Promise<boolean> => {
    isPerson ??= captcha && response !== undefined ? captcha(response) : Promise.resolve(false)
    return isPerson
  }

  /** Returns the answer that stops the mail, or undefined. */
  const stop = async (decision: LoginMailDecision, proven: VerifiedWork | null): Promise<MailCondition | undefined> => {
    const { limit, level, isRefused } = decision
    const canLift = decision.isRefused && decision.canLift && captcha !== null
    const answer = canLift ? 'CAPTCHA' : isRefused ? 'refused' : 'proof of work'
    if (limit) await logOnce(counters, log, { ...subject, limit }, answer, now)
    if (isRefused && !canLift) throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: retryMs / 1_000 } })
    // The work comes first, because the response of a CAPTCHA would not be valid again after it.
    if (level !== 0 && !isEnoughWork(proven, level)) return { work: proofs.make(bound, level, now) }
    return isRefused && !(await verifyOnce()) ? { captcha: true } : undefined
  }

  const first = await counters.read(mailCounters.read)
  const before = await stop(decideOnLoginMail(countsOf(first, mailCounters, 0), limits), proof)
  if (before) return before
  const unused = proof && (await isFirstUse(counters, proof)) ? proof : null
  // Decide again by this mail's place in the counts, because concurrent requests may have passed the first decision.
  const counted = await counters.add(mailCounters.sent, 1)
  const latest = (counter: Counter): number => (mailCounters.sent.includes(counter) ? counted : first)(counter)
  const again = decideOnLoginMail(countsOf(latest, mailCounters, 1), limits)
  try {
    const after = await stop(again, unused)
    if (!after) return { giveBack: async () => void (await counters.add(mailCounters.givenBack, -1)) }
    await counters.add(mailCounters.sent, -1)
    return after
  } catch (refusal) {
    await counters.add(mailCounters.sent, -1)
    throw refusal
  }
}

/** Counts a login whose code was entered, in favour of the network and the project of its mail. */
export const countAnsweredLogin = async (counters: Counters, subject: LoginMailSubject, now: number): Promise<void> => {
  const { answered } = countersOf(subject, now)
  if (answered.length === 0) return
  const credits = counterOf(`answered mailbox ${subject.mailbox}`, dayMs, now)
  if ((await counters.add([credits], 1))(credits) <= answersOfMailboxADay) await counters.add(answered, 1)
}

type MailCounters = ReturnType<typeof countersOf>

/** The counters of a mail. A recognised browser has only the ones of its mailbox. */
const countersOf = ({ mailbox, network, project }: LoginMailSubject, now: number) => {
  const own = {
    hour: counterOf(`mailbox hour ${mailbox}`, hourMs, now),
    day: counterOf(`mailbox day ${mailbox}`, dayMs, now),
  }
  const ofMailbox = [own.hour, own.day]
  if (network === null)
    return { own, strangers: undefined, read: ofMailbox, sent: ofMailbox, givenBack: ofMailbox, answered: [] }
  const strangers = {
    networkHour: tallyOf(`network hour ${network}`, hourMs, now),
    networkDays: tallyOf(`network days ${network}`, dayMs, now, dayMs),
    projectHour: tallyOf(`project hour ${project}`, hourMs, now),
    networkToMailbox: tallyOf(`network hour ${network} to ${mailbox}`, hourMs, now),
  }
  const tallies = Object.values(strangers)
  // Yesterday counts too, so that a mobile network is trusted from the first minute of a day.
  const yesterday = tallyOf(`network days ${network}`, dayMs, now, 0)
  return {
    own,
    strangers: { ...strangers, yesterday },
    read: [...ofMailbox, ...[...tallies, yesterday].flatMap(({ sent, answered }) => [sent, answered])],
    sent: [...ofMailbox, ...tallies.map(({ sent }) => sent)],
    // A failed mail still counts for its network, because a stranger can cause failing mails.
    givenBack: [...ofMailbox, strangers.projectHour.sent],
    answered: tallies.map(({ answered }) => answered),
  }
}

const countsOf = (
  read: (counter: Counter) => number,
  { own, strangers }: MailCounters,
  added: 0 | 1,
): LoginMailCounts => {
  const tally = (counters: { sent: Counter; answered: Counter }, minus: number): Tally => ({
    sent: read(counters.sent) - minus,
    answered: read(counters.answered),
  })
  const days = strangers && [tally(strangers.networkDays, added), tally(strangers.yesterday, 0)]
  return {
    mailbox: { hour: read(own.hour) - added, day: read(own.day) - added },
    strangers: strangers && {
      networkHour: tally(strangers.networkHour, added),
      networkDays: (days ?? []).reduce((one, other) => ({
        sent: one.sent + other.sent,
        answered: one.answered + other.answered,
      })),
      projectHour: tally(strangers.projectHour, added),
      networkToMailbox: tally(strangers.networkToMailbox, added),
    },
  }
}

const tallyOf = (key: string, windowMs: number, now: number, keptMs = 0) => ({
  sent: counterOf(`sent ${key}`, windowMs, now, keptMs),
  answered: counterOf(`answered ${key}`, windowMs, now, keptMs),
})

const isFirstUse = (counters: Counters, { id, endsAt }: VerifiedWork): Promise<boolean> =>
  useOnce(counters, { key: `work ${id}`, endsAt })

/** Logs once an hour that a limit applied to its mailbox, network or project. The line holds no address. */
const logOnce = async (
  counters: Counters,
  log: Log,
  { limit, ...subject }: LoginMailSubject & { limit: 'mailbox' | 'network' | 'project' },
  answer: 'CAPTCHA' | 'refused' | 'proof of work',
  now: number,
): Promise<void> => {
  const line = counterOf(`logged ${answer} ${limit} ${subject[limit]}`, hourMs, now)
  if ((await counters.read([line]))(line) > 0 || (await counters.add([line], 1))(line) > 1) return
  log.write('login mails reached a limit', { limit, answer, project: subject.project })
}
