import type { GuardianEnvelope, GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { errorEntryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { embeddedWalletErrors, walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import { fromBase64url, toBase64url, wipe } from './bytes.ts'
import type { Bytes, GuardianReply, UnsealedGuardianRequest } from './contract.ts'
import { sealForGuardian } from './guardianEnvelope.ts'
import { hashOwnerKey } from './ownerKey.ts'

const text = v.pipe(v.string(), v.maxLength(200))
const answer = v.variant('ok', [
  v.object({
    ok: v.literal(false),
    failure: v.object({ code: text, values: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))) }),
  }),
  v.variant('kind', [
    v.object({ ok: v.literal(true), kind: v.literal('enrol') }),
    v.object({
      ok: v.literal(true),
      kind: v.literal('ways'),
      version: v.number(),
      ways: v.nullable(v.array(text)),
      fullUntil: v.number(),
    }),
    v.object({ ok: v.literal(true), kind: v.literal('recognise') }),
    v.object({ ok: v.literal(true), kind: v.literal('forget') }),
    v.object({
      ok: v.literal(true),
      kind: v.literal('challenge'),
      challengeId: text,
      number: text,
      expiresAt: v.number(),
    }),
    v.object({ ok: v.literal(true), kind: v.literal('verify'), releaseAt: v.nullable(v.number()) }),
    v.object({ ok: v.literal(true), kind: v.literal('withdraw') }),
    v.object({ ok: v.literal(true), kind: v.literal('release'), share: text, setId: text }),
    v.object({
      ok: v.literal(true),
      kind: v.literal('recoveries'),
      running: v.array(
        v.object({ host: v.pipe(v.string(), v.maxLength(255)), startedAt: v.number(), releaseAt: v.number() }),
      ),
    }),
  ]),
])

type OwnerQuestion = Extract<UnsealedGuardianRequest, { kind: (typeof ownerKinds)[number] }>
const ownerKinds = ['recognise', 'forget', 'ways', 'recoveries'] as const
const isOfOwner = (question: UnsealedGuardianRequest): question is OwnerQuestion =>
  ownerKinds.some((kind) => kind === question.kind)

/**
 * Seals requests to the guardian, because the main server relays them. This module holds the guardian's share, which
 * leaves the worker only inside a sealed request.
 */
export const createGuardianMessages = (now: () => number) => {
  const sent = new Map<
    number,
    { kind: UnsealedGuardianRequest['kind']; open(envelope: GuardianEnvelope): Promise<unknown> }
  >()
  let count = 0
  let share: Bytes | null = null

  const holdShare = (found: Bytes | null): void => {
    wipe(share)
    share = found
  }
  /** Adds the guardian's share and the owner key or its hash to a request, because only the worker knows them. */
  const complete = async (
    question: UnsealedGuardianRequest,
    ownerKey: () => Promise<Bytes>,
  ): Promise<GuardianRequest> => {
    if (question.kind !== 'enrol')
      return isOfOwner(question) ? { ...question, ownerKey: toBase64url(await ownerKey()) } : question
    if (!share) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    return { ...question, share: toBase64url(share), owner: await hashOwnerKey(await ownerKey()) }
  }
  return {
    share: (): Bytes | null => share,
    holdShare,

    /**
     * Seals a request to the guardian. Calls `ownerKey` only for the kinds of requests that need an unlocked wallet.
     */
    seal: async (guardianKey: string, question: UnsealedGuardianRequest, ownerKey: () => Promise<Bytes>) => {
      const request = await complete(question, ownerKey)
      const { envelope, open } = await sealForGuardian(guardianKey, request, now())
      const ticket = ++count
      sent.set(ticket, { kind: question.kind, open })
      return { ticket, envelope }
    },

    read: async (ticket: number, envelope: GuardianEnvelope): Promise<GuardianReply> => {
      const question = sent.get(ticket)
      sent.delete(ticket)
      if (!question) throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
      const content = await question.open(envelope).catch((cause) => {
        throw new AppError(walletErrors.GUARDIAN_UNREACHABLE, { cause })
      })
      const { success, output } = v.safeParse(answer, content)
      if (!success) throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
      if (!output.ok) {
        const { code, values = {} } = output.failure
        throw new AppError(errorEntryOf(embeddedWalletErrors, code) ?? walletErrors.GUARDIAN_UNREACHABLE, { values })
      }
      if (output.kind !== question.kind) throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
      if (output.kind !== 'release') return output
      holdShare(fromBase64url(output.share))
      return { kind: 'release', setId: output.setId }
    },
  }
}
