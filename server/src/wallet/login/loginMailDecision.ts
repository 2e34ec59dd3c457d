import type { MailLimits } from '../embeddedParts.ts'
import { hardestWork, type WorkLevel } from './proofOfWork.ts'

/** The login mails of one window, and how many of them led to a login: somebody entered their code. */
export type Tally = { sent: number; answered: number }

/** The mails before the one that is decided on. */
export type LoginMailCounts = {
  mailbox: { hour: number; day: number }
  /** Undefined for a browser that the account recognises, so that strangers' mails never affect this browser. */
  strangers:
    | {
        networkHour: Tally
        networkDays: Tally
        projectHour: Tally
        /** The mails that the network requested for this mailbox in the hour. */
        networkToMailbox: Tally
      }
    | undefined
}

type LoginMailLimit = 'mailbox' | 'network' | 'project'

/**
 * `limit` names the limit that applied, for the log. `level`: the work that the mail needs, also if a CAPTCHA lifts its
 * refusal. A CAPTCHA cannot lift the limit that protects one mailbox.
 */
export type LoginMailDecision =
  | { isRefused: false; level: 0; limit?: never }
  | { isRefused: false; level: WorkLevel; limit: LoginMailLimit }
  | { isRefused: true; level: 0 | WorkLevel; limit: LoginMailLimit; canLift: boolean }

/** A network with fewer answered codes in two days is not trusted, so that a single login opens no network to a flood. */
const answeredOfTrustedNetwork = 10
/** While a project is flooded, a network that is not trusted gets this part of its mails. */
const partInFlood = 0.5

/**
 * Decides on one more login mail. A mailbox with many mails costs a growing proof of work. Networks and projects are
 * judged by unanswered codes only, because a flood of mails to strangers gets no answers. Many visitors of a mobile
 * network share one address: a network that answers half of its codes is trusted and has no limit, whatever others do.
 * It still has a limit for each mailbox, so that nobody floods a mailbox from a mobile network.
 */
export const decideOnLoginMail = ({ mailbox, strangers }: LoginMailCounts, limits: MailLimits): LoginMailDecision => {
  const excess = Math.max(mailbox.hour - limits.addressHour, mailbox.day - limits.addressDay) + 1
  const own: LoginMailDecision =
    excess > 0
      ? { isRefused: false, level: Math.min(excess, hardestWork) as WorkLevel, limit: 'mailbox' }
      : { isRefused: false, level: 0 }
  if (!strangers) return own
  const refused = (limit: LoginMailLimit, canLift = true): LoginMailDecision => ({
    isRefused: true,
    level: own.level,
    limit,
    canLift,
  })
  if (isFlood(strangers.networkToMailbox, limits.networkHour)) return refused('network', false)
  if (isTrusted(strangers.networkDays)) return own
  const { networkHour, projectHour } = strangers
  if (isFlood(projectHour, limits.projectHourMost)) return refused('project')
  const isProjectFlooded = isFlood(projectHour, limits.projectHour)
  const most = isProjectFlooded ? Math.ceil(limits.networkHour * partInFlood) : limits.networkHour
  if (isFlood(networkHour, most)) return refused('network')
  return isProjectFlooded ? { isRefused: false, level: hardestWork, limit: 'project' } : own
}

const unansweredOf = ({ sent, answered }: Tally): number => Math.max(0, sent - answered)

const isFlood = (tally: Tally, most: number): boolean => {
  const unanswered = unansweredOf(tally)
  return unanswered >= most && unanswered > tally.answered
}

const isTrusted = (tally: Tally): boolean =>
  tally.answered >= answeredOfTrustedNetwork && tally.answered >= unansweredOf(tally)
