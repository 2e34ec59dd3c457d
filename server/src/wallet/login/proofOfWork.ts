import { createHash, randomBytes } from 'node:crypto'
import {
  type ProofOfWork,
  proofOfWorkText,
  type SolvedWork,
  workParts,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Secrets } from '../../config/secrets.ts'
import { isTimingSafeEqual } from './otp.ts'

/** How hard a proof of work is. Each level doubles the hashes of the one before. */
export type WorkLevel = 1 | 2 | 3 | 4 | 5 | 6
/** The hardest level needs 131,072 hashes on average: one to four seconds on a phone. */
export const hardestWork: WorkLevel = 6
const usualBitsOfLevel = (level: number): number => 7 + level
/**
 * Other mails may reach the mailbox while the visitor's browser solves the work, so a proof may be this much easier
 * than the present level.
 */
const levelTolerance = 2
const lifetimeMs = 5 * 60_000
const saltBytes = 12
const form = /^(\d{1,16})\.(\d)\.([\w-]{16})\.([\w-]{43})$/

/** A proof of work fits one mailbox, project and client key only. */
type WorkSubject = { mailbox: string; project: string; thumbprint: string }
/** A verified proof. `id` and `endsAt` are for the record that each proof is used once. */
export type VerifiedWork = { id: string; endsAt: number; level: number }

export type WorkProofs = {
  /** Makes the work for a mail. */
  make: (subject: WorkSubject, level: WorkLevel, now: number) => ProofOfWork
  /** Verifies solved work. Returns null if the work is not valid for this subject, or no longer. */
  verify: (subject: WorkSubject, solved: SolvedWork, now: number) => VerifiedWork | null
}

/** Makes and verifies work without stored state, because each challenge carries its own MAC. */
export const createWorkProofs = (secrets: Secrets, bitsOfLevel = usualBitsOfLevel): WorkProofs => {
  const macOf = ({ mailbox, project, thumbprint }: WorkSubject, head: string): string =>
    secrets.mac('work', `${head}|${mailbox}|${project}|${thumbprint}`)
  return {
    make: (subject, level, now) => {
      const head = `${now + lifetimeMs}.${level}.${randomBytes(saltBytes).toString('base64url')}`
      return { challenge: `${head}.${macOf(subject, head)}`, bits: bitsOfLevel(level) }
    },
    verify: (subject, { challenge, nonces }, now) => {
      const [, endsAt, level, salt, mac] = form.exec(challenge) ?? []
      if (!endsAt || !level || !mac || !isTimingSafeEqual(mac, macOf(subject, `${endsAt}.${level}.${salt}`)))
        return null
      if (Number(endsAt) <= now || nonces.length !== workParts) return null
      const bits = bitsOfLevel(Number(level))
      return nonces.every((nonce, part) => leadingZeroBits(proofOfWorkText(challenge, part, nonce)) >= bits)
        ? { id: mac, endsAt: Number(endsAt), level: Number(level) }
        : null
    },
  }
}

/** Tells whether a proof is enough for the present level. */
export const isEnoughWork = (proof: VerifiedWork | null, level: WorkLevel): boolean =>
  proof !== null && proof.level >= level - levelTolerance

const leadingZeroBits = (text: string): number => Math.clz32(createHash('sha256').update(text).digest().readUInt32BE(0))
