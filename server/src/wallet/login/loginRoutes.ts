import {
  type EmailLogin,
  type MailCondition,
  type SiteToken,
  workParts,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { loginChallenges } from '../../database/loginTables.ts'
import { parseRequestValue, type WalletParts, type WalletRequest, type WalletRoute } from '../api/walletRoute.ts'
import type { DpopProof } from '../sessions/dpop.ts'
import { emailLoginOf, type LoginChallenge, loginStateOf } from './challenge.ts'
import { checkMailLimits } from './checkMailLimits.ts'
import { enterLoginCode } from './enterCode.ts'
import { readMailbox } from './mailbox.ts'
import { claimNextLoginMail, sendNextLoginMail } from './sendNextMail.ts'
import { createSiteTokens, mayNameSite } from './siteTokens.ts'
import { findLoginSite, startLogin } from './startLogin.ts'

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))
const solvedWork = v.strictObject({
  challenge: text(128),
  nonces: v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), v.length(workParts)),
})
const loginBody = v.strictObject({
  projectId: v.pipe(v.string(), v.maxLength(64)),
  host: text(255),
  email: v.pipe(v.string(), v.maxLength(512)),
  locale: v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/)),
  siteToken: v.exactOptional(text(128)),
  work: v.exactOptional(solvedWork),
  captcha: v.exactOptional(text(8_192)),
})
const siteBody = v.pick(loginBody, ['projectId', 'host'])
const resendBody = v.pick(loginBody, ['siteToken', 'work', 'captcha'])
const codeBody = v.strictObject({ code: text(32) })
const uuid = v.pipe(v.string(), v.uuid())

/** Routes that start, follow and complete a login by e-mail. */
export const loginRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, clock } = parts

  /** Returns a login only to the browser that started it. */
  const findChallenge = async (context: WalletRequest['context'], thumbprint: string): Promise<LoginChallenge> => {
    const id = readId(context)
    const [challenge] = await (await parts.database()).select().from(loginChallenges).where(eq(loginChallenges.id, id))
    if (challenge?.thumbprint !== thumbprint) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
    return challenge
  }

  return [
    {
      method: 'POST',
      path: 'login/site',
      run: async ({ context, body }): Promise<SiteToken> => {
        const proof = await guards.requireProof(context)
        return giveSiteToken(parts, proof, parseRequestValue(siteBody, body))
      },
    },
    {
      method: 'POST',
      path: 'login/email',
      run: async ({ context, body }) => {
        const proof = await guards.requireProof(context)
        return startLogin(parts, { context, proof, request: parseRequestValue(loginBody, body) })
      },
    },
    {
      method: 'GET',
      path: 'login/:challengeId',
      run: async ({ context }): Promise<EmailLogin> => {
        const { thumbprint } = await guards.requireProof(context)
        return emailLoginOf(await findChallenge(context, thumbprint), clock())
      },
    },
    {
      method: 'POST',
      path: 'login/:challengeId/resend',
      run: async ({ context, body }): Promise<EmailLogin | MailCondition> => {
        const { thumbprint } = await guards.requireProof(context)
        const request = parseRequestValue(resendBody, body)
        const challenge = await findChallenge(context, thumbprint)
        return resendMail(parts, challenge, context, request)
      },
    },
    {
      method: 'POST',
      path: 'login/:challengeId/code',
      run: async ({ context, body }) => {
        const { thumbprint } = await guards.requireProof(context)
        const { code } = parseRequestValue(codeBody, body)
        return enterLoginCode(parts, { challengeId: readId(context), thumbprint, code })
      },
    },
  ]
}

/** Gives a document of the wallet a token of the site that its proof names, because the browser attested that one. */
const giveSiteToken = (parts: WalletParts, proof: DpopProof, site: v.InferOutput<typeof siteBody>): SiteToken => {
  findLoginSite(parts, proof, site)
  if (proof.host === undefined) throw new AppError(commonErrors.ORIGIN_NOT_ALLOWED)
  return createSiteTokens(parts.secrets).make({ ...site, thumbprint: proof.thumbprint }, parts.clock())
}

/** Mails another code of a login. The mail counts against the same limits as a new login. */
const resendMail = async (
  parts: WalletParts,
  challenge: LoginChallenge,
  context: WalletRequest['context'],
  { siteToken, work, captcha }: v.InferOutput<typeof resendBody>,
): Promise<EmailLogin | MailCondition> => {
  const database = await parts.database()
  const now = parts.clock()
  if (loginStateOf(challenge, now) === 'EXPIRED') throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  if (!(await claimNextLoginMail(database, challenge, now))) {
    const n = Math.max(1, Math.ceil((challenge.resendAt - now) / 1_000))
    throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n } })
  }
  const mailbox = await readMailbox(database, challenge.addressMac, challenge.thumbprint, now)
  const release = () =>
    database.update(loginChallenges).set({ resendAt: now }).where(eq(loginChallenges.id, challenge.id))
  const admitted = await checkMailLimits(parts, database, context, { ...challenge, mailbox, work, captcha }).catch(
    async (refusal) => {
      await release()
      throw refusal
    },
  )
  if (!('giveBack' in admitted)) {
    await release()
    return admitted
  }
  try {
    const isSiteNamed = await mayNameSite(parts, database, challenge, siteToken)
    return emailLoginOf(await sendNextLoginMail(parts, database, challenge, { ...mailbox, isSiteNamed }), parts.clock())
  } catch (cause) {
    await release()
    await admitted.giveBack()
    throw cause
  }
}

const readId = (context: WalletRequest['context']): string => {
  const parsed = v.safeParse(uuid, context.req.param('challengeId'))
  if (!parsed.success) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  return parsed.output
}
