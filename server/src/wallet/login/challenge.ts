import type { EmailLogin } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { loginChallenges } from '../../database/loginTables.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { letterheadOf } from '../mail/letterhead.ts'
import type { LoginMailFacts } from '../mail/loginMails.ts'

type UnusedColumn = 'matchNumber' | 'numbers' | 'linkHash' | 'linkEndsAt'
export type LoginChallenge = Omit<typeof loginChallenges.$inferSelect, UnusedColumn>

const minuteMs = 60_000
export const loginMailCooldownMs = 30_000
/** The longest time from the start of a login to its last code. */
const challengeMs = 30 * minuteMs

/**
 * Returns the state of a login for the client that started the login. The state must not reveal whether the address has
 * an account.
 */
export const emailLoginOf = (challenge: LoginChallenge, now: number): EmailLogin => {
  const state = loginStateOf(challenge, now)
  return {
    challengeId: challenge.id,
    state,
    expiresAt: challenge.codeEndsAt,
    resendAt: challenge.resendAt,
    ...(state === 'VERIFY_OTP' && challenge.codeKind === 'long' && { longCode: true }),
  }
}

export const loginStateOf = ({ state, createdAt }: LoginChallenge, now: number): EmailLogin['state'] =>
  state === 'VERIFY_OTP' && now - createdAt < challengeMs ? 'VERIFY_OTP' : 'EXPIRED'

export const challengeAddressContext = (id: string): string => `challenges|${id}|address`

export const decryptChallengeAddress = async (
  secrets: Secrets,
  { id, sealedAddress }: LoginChallenge,
): Promise<string> => new TextDecoder().decode(await secrets.open(sealedAddress, challengeAddressContext(id)))

/** Returns the recipient of a login's mails, and the facts about the login that the mails show. */
export const readLoginMailFacts = async (
  { secrets, projects, settings }: Pick<WalletParts, 'secrets' | 'projects' | 'settings'>,
  challenge: LoginChallenge,
  isSiteNamed: boolean,
): Promise<LoginMailFacts> => {
  // The mail of a login whose site nothing shows is one of the project, and names no site.
  const host = isSiteNamed ? challenge.host : null
  return {
    to: await decryptChallengeAddress(secrets, challenge),
    locale: challenge.locale,
    letterhead: letterheadOf(projects, challenge.projectId, host, settings.secureOrigin),
    host,
    browser: challenge.browser,
    location: challenge.location,
    time: challenge.createdAt,
  }
}
