import { createHash } from 'node:crypto'
import type { GuardianAnswer, GuardianEnvelope, GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { lt } from 'drizzle-orm'
import { logDatabaseFailure } from '../database/storageFailure.ts'
import { logError } from '../http/failures.ts'
import { awaitConfirmation } from './awaitConfirmation.ts'
import { answerWays, removeEndedDelayRules } from './delayRules.ts'
import { enrolGuardianShare, forgetGuardianShares } from './enrolments.ts'
import { type GuardianKeys, openEnvelope } from './envelope.ts'
import type { GuardianParts, Sender } from './parts.ts'
import { registerRecognisedBrowser } from './recogniseBrowser.ts'
import { releaseGuardianShare } from './releaseShare.ts'
import { answerRunningRecoveries, withdrawRecovery } from './runningRecoveries.ts'
import { startRecovery } from './startRecovery.ts'
import { rateCounters, recognisedBrowsers, recoveries, usedEnvelopes } from './tables.ts'

/** The tolerated error of a visitor's clock, in both directions. */
const skewMs = 24 * 60 * 60_000
/**
 * The main server stores a sealed request to forget all share sets when the owner schedules the deletion of the
 * account. It sends the request when it deletes the account, a week or more later.
 */
const forgetAllMs = 30 * 24 * 60 * 60_000

/**
 * Stores one share of each wallet whose owner can recover it by mail. Releases the share only to a client whose
 * number the owner picked behind the mailed link, and only after the delay, which a recognised browser skips. Trusts no claim of another party, not
 * even the main server's.
 */
export const createGuardian = (parts: GuardianParts & { keys: GuardianKeys }) => {
  const { database, keys, clock, log } = parts

  /**
   * Answers an envelope. Rejects an envelope for another guardian, an expired envelope and a repeated envelope.
   */
  const answer = async (kind: string, envelope: GuardianEnvelope, sender?: Sender): Promise<GuardianEnvelope> => {
    const { request, sealAnswer } = await open(envelope)
    if (request.kind !== kind) throw new AppError(commonErrors.INVALID_INPUT)
    return sealAnswer(await run(request, sender))
  }

  const open = async (envelope: GuardianEnvelope) => {
    const now = clock()
    const { sentAt, request, sealAnswer } = await openEnvelope(keys, envelope).catch((cause) => {
      throw new AppError(commonErrors.INVALID_INPUT, { cause })
    })
    const oldestMs = request.kind === 'forget' && request.setId === 'all' ? forgetAllMs : skewMs
    if (sentAt - now > skewMs || now - sentAt > oldestMs) throw new AppError(commonErrors.INVALID_INPUT)
    // Hash the decoded bytes: several base64url texts decode to the same bytes, and a replay could use another text.
    const hash = createHash('sha256').update(Buffer.from(envelope.enc, 'base64url')).digest('base64url')
    const inserted = await database
      .insert(usedEnvelopes)
      .values({ hash, endsAt: now + skewMs + oldestMs })
      .onConflictDoNothing()
      .returning({ hash: usedEnvelopes.hash })
    if (inserted.length === 0) throw new AppError(commonErrors.INVALID_INPUT)
    return { request, sealAnswer }
  }

  const run = async (request: GuardianRequest, sender?: Sender): Promise<GuardianAnswer> => {
    try {
      switch (request.kind) {
        case 'enrol':
          return await enrolGuardianShare(parts, request)
        case 'ways':
          return await answerWays(parts, request)
        case 'recognise':
          return await registerRecognisedBrowser(parts, request)
        case 'forget':
          return await forgetGuardianShares(parts, request)
        case 'challenge':
          return await startRecovery(parts, request, sender)
        case 'verify':
          return await awaitConfirmation(parts, request)
        case 'withdraw':
          return await withdrawRecovery(parts, request)
        case 'release':
          return await releaseGuardianShare(parts, request)
        case 'recoveries':
          return await answerRunningRecoveries(parts, request)
      }
    } catch (cause) {
      if (cause instanceof AppError) {
        const { code, values } = cause
        return { ok: false, failure: Object.keys(values).length > 0 ? { code, values } : { code } }
      }
      const failure = logDatabaseFailure(log, cause)
      if (!failure) logError(log, cause)
      return { ok: false, failure: { code: failure ? 'RESOURCE_UNAVAILABLE' : 'INTERNAL_ERROR' } }
    }
  }

  const removeStaleRows = async (): Promise<void> => {
    const now = clock()
    await database.delete(usedEnvelopes).where(lt(usedEnvelopes.endsAt, now))
    await database.delete(recoveries).where(lt(recoveries.endsAt, now))
    await database.delete(recognisedBrowsers).where(lt(recognisedBrowsers.recognisedUntil, now))
    await removeEndedDelayRules(parts)
    await database.delete(rateCounters).where(lt(rateCounters.endsAt, now))
  }

  return { answer, removeStaleRows }
}

export type Guardian = ReturnType<typeof createGuardian>
