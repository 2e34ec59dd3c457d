import { createHash } from 'node:crypto'
import type { GuardianAnswer, GuardianEnvelope, GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { lt } from 'drizzle-orm'
import { logError } from '../http/failures.ts'
import { challenge } from './challenge.ts'
import { enrol, forget } from './enrol.ts'
import { type GuardianKeys, openEnvelope } from './envelope.ts'
import type { GuardianParts } from './parts.ts'
import { recognise } from './recognise.ts'
import { release } from './release.ts'
import { attempts, counts, devices, envelopes } from './tables.ts'
import { verify } from './verify.ts'

/** Tolerance for a visitor's clock. The hash of an envelope is stored for as long as the envelope would be accepted. */
const skewMs = 24 * 60 * 60_000
/** The request to forget all share sets may arrive a week or more after it was sealed: when the account is deleted. */
const forgetAllMs = 30 * 24 * 60 * 60_000

/**
 * Stores one share of each wallet whose owner can recover it by mail. Releases the share only to a client that proved
 * to this process that it reads the mailbox, and, unless it recognises the browser, only after the delay. Trusts no
 * claim of another party, not even the main server's.
 */
export const createGuardian = (parts: GuardianParts & { keys: GuardianKeys }) => {
  const { database, keys, clock, log } = parts

  /** Answers an envelope. Rejects envelopes for another guardian, expired ones and repeated ones. */
  const answer = async (kind: string, envelope: GuardianEnvelope): Promise<GuardianEnvelope> => {
    const { request, sealAnswer } = await open(envelope)
    if (request.kind !== kind) throw new AppError(commonErrors.INVALID_INPUT)
    return sealAnswer(await run(request))
  }

  const open = async (envelope: GuardianEnvelope) => {
    const now = clock()
    const { sentAt, request, sealAnswer } = await openEnvelope(keys, envelope).catch((cause) => {
      throw new AppError(commonErrors.INVALID_INPUT, { cause })
    })
    const oldestMs = request.kind === 'forget' && request.setId === 'all' ? forgetAllMs : skewMs
    if (sentAt - now > skewMs || now - sentAt > oldestMs) throw new AppError(commonErrors.INVALID_INPUT)
    // Hash the decoded bytes, because several base64url texts decode to the same bytes.
    const hash = createHash('sha256').update(Buffer.from(envelope.enc, 'base64url')).digest('base64url')
    const inserted = await database
      .insert(envelopes)
      .values({ hash, endsAt: now + skewMs + oldestMs })
      .onConflictDoNothing()
      .returning({ hash: envelopes.hash })
    if (inserted.length === 0) throw new AppError(commonErrors.INVALID_INPUT)
    return { request, sealAnswer }
  }

  const run = async (request: GuardianRequest): Promise<GuardianAnswer> => {
    try {
      switch (request.kind) {
        case 'enrol':
          return await enrol(parts, request)
        case 'recognise':
          return await recognise(parts, request)
        case 'forget':
          return await forget(parts, request)
        case 'challenge':
          return await challenge(parts, request)
        case 'verify':
          return await verify(parts, request)
        case 'release':
          return await release(parts, request)
      }
    } catch (cause) {
      if (cause instanceof AppError) {
        const { code, values } = cause
        return { ok: false, failure: Object.keys(values).length > 0 ? { code, values } : { code } }
      }
      logError(log, cause)
      return { ok: false, failure: { code: 'INTERNAL_ERROR' } }
    }
  }

  const removeStaleRows = async (): Promise<void> => {
    const now = clock()
    await database.delete(envelopes).where(lt(envelopes.endsAt, now))
    await database.delete(attempts).where(lt(attempts.endsAt, now))
    await database.delete(devices).where(lt(devices.recognisedUntil, now))
    await database.delete(counts).where(lt(counts.endsAt, now))
  }

  return { answer, removeStaleRows }
}

export type Guardian = ReturnType<typeof createGuardian>
