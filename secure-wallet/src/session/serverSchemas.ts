import type {
  EmailLogin,
  FlowAsker,
  LoginResult,
  MailCondition,
  PasskeyChallenge,
  SeedExportState,
  SessionFacts,
  SessionRow,
  SessionTokens,
  ShareSetRelease,
  SiteToken,
  WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'

/** Schemas of the server's answers. They allow unknown fields, because a newer server may add fields. */
const text = v.pipe(v.string(), v.maxLength(4_096))
const time = v.number()
/** Harder work would take a phone longer than a visitor waits. */
const hardestWorkBits = 16
/** A longer wait would hold back the mail for longer than a visitor waits. */
const longestTokenWaitMs = 5_000

const sealed = v.object({ iv: text, data: text })
const setTypes = ['device', 'passkey', 'vault', 'kit', 'guardian'] as const

const keySet = v.object({
  setId: text,
  type: v.picklist(setTypes),
  epoch: v.number(),
  createdAt: time,
  lastUsedAt: v.nullable(time),
  confirmed: v.boolean(),
  label: text,
  credentialId: v.exactOptional(text),
  passkeyKey: v.exactOptional(sealed),
  signsIn: v.exactOptional(v.literal(true)),
})
export const walletRecordSchema: v.GenericSchema<unknown, WalletRecord> = v.object({
  walletId: text,
  epoch: v.number(),
  status: v.picklist(['pending', 'active']),
  accounts: v.object({ eip155: text, solana: text }),
  vault: sealed,
  sets: v.array(keySet),
  created: v.exactOptional(v.object({ host: text, browser: text, at: time })),
})
export const sessionTokensSchema: v.GenericSchema<unknown, SessionTokens> = v.object({
  accessToken: text,
  accessExpiresAt: time,
  refreshToken: text,
})
export const sessionFactsSchema: v.GenericSchema<unknown, SessionFacts> = v.object({
  sessionId: text,
  userId: text,
  email: text,
  browser: text,
  custody: v.picklist(['assisted', 'self']),
  newBrowserUntil: v.exactOptional(time),
  authTime: time,
  freshMs: v.optional(time, 0),
  wallet: v.nullable(walletRecordSchema),
  isUnconfirmed: v.exactOptional(v.literal(true)),
  deleteAt: v.exactOptional(time),
})
export const signedInSchema: v.GenericSchema<unknown, LoginResult> = v.object({
  tokens: sessionTokensSchema,
  session: sessionFactsSchema,
})
export const passkeyChallengeSchema: v.GenericSchema<unknown, PasskeyChallenge> = v.object({ challenge: text })
export const emailLoginSchema: v.GenericSchema<unknown, EmailLogin> = v.object({
  challengeId: text,
  state: v.picklist(['VERIFY_OTP', 'EXPIRED']),
  expiresAt: time,
  resendAt: time,
  longCode: v.exactOptional(v.literal(true)),
})
export const siteTokenSchema: v.GenericSchema<unknown, SiteToken> = v.object({
  token: text,
  waitMs: v.pipe(v.number(), v.maxValue(longestTokenWaitMs)),
  lifetimeMs: v.number(),
})
export const mailAnswerSchema: v.GenericSchema<unknown, EmailLogin | MailCondition> = v.union([
  v.object({ captcha: v.literal(true) }),
  v.object({ work: v.object({ challenge: text, bits: v.pipe(v.number(), v.maxValue(hardestWorkBits)) }) }),
  emailLoginSchema,
])
export const sessionRowsSchema: v.GenericSchema<unknown, { sessions: SessionRow[] }> = v.object({
  sessions: v.array(
    v.object({ id: text, host: text, browser: text, createdAt: time, lastUsedAt: time, current: v.boolean() }),
  ),
})
export const flowAskerSchema: v.GenericSchema<unknown, FlowAsker> = v.object({
  host: text,
  browser: text,
  ownBrowser: text,
})
export const deletionStateSchema = v.object({ deleteAt: time })
export const exportStateSchema: v.GenericSchema<unknown, SeedExportState> = v.object({ readyAt: time })
export const serverShareSchema = v.object({ serverShare: v.nullable(text) })
export const shareSetReleaseSchema: v.GenericSchema<unknown, ShareSetRelease> = v.object({
  serverShare: text,
  wrapped: sealed,
})
export const guardianEnvelopeSchema = v.object({ enc: text, ciphertext: text })

export const parseAnswer = <Output>(schema: v.GenericSchema<unknown, Output>, answer: unknown): Output => {
  const { success, output } = v.safeParse(schema, answer)
  if (!success) throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'unexpected answer' } })
  return output
}
