import { randomBytes } from 'node:crypto'
import type { PasskeyChallenge } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Secrets } from '../../../config/secrets.ts'
import { isTimingSafeEqual } from '../otp.ts'

const lifetimeMs = 3 * 60_000
const saltBytes = 16
const form = /^(\d{1,16})\.([\w-]{22})\.([\w-]{43})$/

/** A challenge fits one project, site and client key only. */
type ChallengeSubject = { projectId: string; host: string; thumbprint: string }
/** A verified challenge. `id` is for the record that each challenge is used once. */
type VerifiedChallenge = { id: string; endsAt: number }

/** Makes and verifies challenges without stored state, because each challenge carries its own MAC. */
export const makePasskeyChallenge = (secrets: Secrets, subject: ChallengeSubject, now: number): PasskeyChallenge => {
  const head = `${now + lifetimeMs}.${randomBytes(saltBytes).toString('base64url')}`
  return { challenge: `${head}.${macOf(secrets, subject, head)}` }
}

/** Returns null if the challenge is not valid for this subject, or no longer. */
export const verifyPasskeyChallenge = (
  secrets: Secrets,
  subject: ChallengeSubject,
  challenge: string,
  now: number,
): VerifiedChallenge | null => {
  const [, endsAt, salt, mac] = form.exec(challenge) ?? []
  if (!endsAt || !mac || !isTimingSafeEqual(mac, macOf(secrets, subject, `${endsAt}.${salt}`))) return null
  return Number(endsAt) > now ? { id: mac, endsAt: Number(endsAt) } : null
}

const macOf = (secrets: Secrets, { projectId, host, thumbprint }: ChallengeSubject, head: string): string =>
  secrets.mac('passkey', [head, projectId, host, thumbprint].join('|'))
