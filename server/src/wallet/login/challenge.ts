import type { EmailLogin } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { loginChallenges } from '../../database/loginTables.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { letterheadOf } from '../mail/letterhead.ts'
import type { LoginMailFacts } from '../mail/loginMails.ts'
import { makeMatchNumbers } from './otp.ts'

export type LoginChallenge = typeof loginChallenges.$inferSelect

const minuteMs = 60_000
export const deviceLinkLifetimeMinutes = 10
export const loginMailCooldownMs = 30_000
/** The longest time from the start of a login to its last code. */
const challengeMs = 30 * minuteMs

export const deviceLinkExpiresAt = (now: number): number => now + deviceLinkLifetimeMinutes * minuteMs

/**
 * Returns the state of a login for the client that started the login. The state must not reveal whether the address has
 * an account.
 */
export const emailLoginOf = (challenge: LoginChallenge, now: number): EmailLogin => {
  const state = loginStateOf(challenge, now)
  return {
    challengeId: challenge.id,
    state,
    expiresAt: state === 'VERIFY_DEVICE' ? challenge.linkEndsAt : challenge.codeEndsAt,
    resendAt: challenge.resendAt,
    ...(state === 'VERIFY_DEVICE' && challenge.matchNumber !== null && { matchNumber: challenge.matchNumber }),
    ...(state === 'VERIFY_OTP' && challenge.codeKind === 'long' && { longCode: true }),
  }
}

export const loginStateOf = ({ state, linkEndsAt, createdAt }: LoginChallenge, now: number): EmailLogin['state'] => {
  if (state === 'REFUSED') return 'REFUSED'
  const isOver =
    state === 'EXPIRED' ||
    state === 'USED' ||
    now - createdAt >= challengeMs ||
    (state === 'VERIFY_DEVICE' && now >= linkEndsAt)
  return isOver ? 'EXPIRED' : state
}

/**
 * Makes the number that the modal shows for a new device, and the numbers among which the visitor finds it behind the
 * device link. Both have the form in which the database stores them.
 */
export const makeMatchNumberColumns = (): { matchNumber: string; numbers: string } => {
  const { matchNumber, numbers } = makeMatchNumbers()
  return { matchNumber, numbers: numbers.join(' ') }
}

export const challengeAddressContext = (id: string): string => `challenges|${id}|address`

export const decryptChallengeAddress = async (
  secrets: Secrets,
  { id, sealedAddress }: LoginChallenge,
): Promise<string> => new TextDecoder().decode(await secrets.open(sealedAddress, challengeAddressContext(id)))

/** Returns the recipient of a login's mails, and the facts about the login that the mails show. */
export const readLoginMailFacts = async (
  { secrets, projects, settings }: Pick<WalletParts, 'secrets' | 'projects' | 'settings'>,
  challenge: LoginChallenge,
): Promise<LoginMailFacts> => ({
  to: await decryptChallengeAddress(secrets, challenge),
  locale: challenge.locale,
  letterhead: letterheadOf(projects, challenge.projectId, challenge.host, settings.secureOrigin),
  host: challenge.host,
  browser: challenge.browser,
  location: challenge.location,
  time: challenge.createdAt,
})
