import { randomUUID } from 'node:crypto'
import type {
  EmailLogin,
  EmailLoginRequest,
  MailCondition,
  PasskeyLoginSite,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'
import { and, desc, eq, ne } from 'drizzle-orm'
import type { Context } from 'hono'
import { type Project, requireProject } from '../../config/projects.ts'
import { loginChallenges } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import { clientAddress } from '../../http/clientAddress.ts'
import { decryptIdentityEmail, identityAddressContext } from '../account/identityAddress.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import type { DpopProof } from '../sessions/dpop.ts'
import { browserNameOf } from './browserName.ts'
import { challengeAddressContext, emailLoginOf, type LoginChallenge, loginMailCooldownMs } from './challenge.ts'
import { checkMailLimits } from './checkMailLimits.ts'
import { type EmailAddress, parseEmailAddress } from './emailAddress.ts'
import { type Mailbox, readMailbox } from './mailbox.ts'
import { sendNextLoginMail } from './sendNextMail.ts'
import { mayNameSite } from './siteTokens.ts'

type LoginStart = { context: Context; proof: DpopProof; request: EmailLoginRequest }

/**
 * Starts a login. Known and unknown addresses take the same code path and get the same answer: every address is mailed,
 * and the first correct code creates the account.
 */
export const startLogin = async (
  parts: WalletParts,
  { context, proof, request }: LoginStart,
): Promise<EmailLogin | MailCondition> => {
  const { secrets, settings, clock } = parts
  const project = findLoginSite(parts, proof, request)
  const address = parseEmailAddress(request.email)
  const addressMac = secrets.mac('address', address.canonical)
  const database = await parts.database()
  const now = clock()
  const mailbox = await readMailbox(database, addressMac, proof.thumbprint, now)
  await checkCooldown(database, addressMac, proof.thumbprint, now)
  const bucketMac = secrets.mac('address', `bucket ${address.bucket}`)
  const admitted = await checkMailLimits(parts, database, context, {
    ...{ mailbox, bucketMac, projectId: project.id, thumbprint: proof.thumbprint },
    ...{ work: request.work, captcha: request.captcha },
  })
  if (!('giveBack' in admitted)) return admitted

  const id = randomUUID()
  try {
    const challenge: LoginChallenge = {
      id,
      addressMac,
      bucketMac,
      networkMac: admitted.networkMac,
      sealedAddress: await sealTarget(parts, id, address, mailbox),
      thumbprint: proof.thumbprint,
      projectId: project.id,
      host: request.host,
      locale: request.locale,
      browser: browserNameOf(context.req.header('User-Agent')),
      location: parts.locate(clientAddress(context, settings.trustedProxyHops)),
      createdAt: now,
      state: 'VERIFY_OTP',
      resendAt: now + loginMailCooldownMs,
      codeMac: null,
      codeEndsAt: 0,
      codeKind: 'short',
      tries: 0,
    }
    await replaceChallenge(database, challenge)
    const isSiteNamed = await mayNameSite(parts, database, challenge, request.siteToken)
    return emailLoginOf(await sendNextLoginMail(parts, database, challenge, { ...mailbox, isSiteNamed }), clock())
  } catch (cause) {
    // No mail was sent, so give the limit back and delete the login. Then the visitor can try again without waiting.
    await admitted.giveBack()
    await database.delete(loginChallenges).where(eq(loginChallenges.id, id))
    throw cause
  }
}

/** Stores a login, and ends the earlier logins of the same address and browser. */
const replaceChallenge = (database: Database, challenge: LoginChallenge): Promise<void> =>
  database.transaction(async (inside) => {
    await inside
      .update(loginChallenges)
      .set({ state: 'EXPIRED', codeMac: null })
      .where(
        and(
          eq(loginChallenges.addressMac, challenge.addressMac),
          eq(loginChallenges.thumbprint, challenge.thumbprint),
          eq(loginChallenges.state, 'VERIFY_OTP'),
        ),
      )
    await inside.insert(loginChallenges).values(challenge)
  })

/**
 * Finds the project of a login. The site in the request and in its DPoP proof must belong to the project, or be the
 * wallet's own origin.
 */
export const findLoginSite = (
  { projects, settings }: WalletParts,
  proof: DpopProof,
  request: PasskeyLoginSite,
): Project => {
  const project = requireProject(projects, request.projectId)
  if (!project.email) throw new AppError(commonErrors.LOGIN_NOT_AVAILABLE)
  const isWalletPage = request.host === settings.secureOrigin
  if (!isWalletPage && !allowsOrigin(project.allowedOrigins, request.host))
    throw new AppError(commonErrors.ORIGIN_NOT_ALLOWED)
  if ((proof.projectId ?? project.id) !== project.id || (proof.host ?? request.host) !== request.host)
    throw new AppError(commonErrors.ORIGIN_NOT_ALLOWED)
  return project
}

const checkCooldown = async (
  database: Database,
  addressMac: string,
  thumbprint: string,
  now: number,
): Promise<void> => {
  const [last] = await database
    .select({ resendAt: loginChallenges.resendAt })
    .from(loginChallenges)
    .where(
      and(
        eq(loginChallenges.addressMac, addressMac),
        eq(loginChallenges.thumbprint, thumbprint),
        // A completed login causes no cooldown, because its visitor has proved to be able to read the mailbox.
        ne(loginChallenges.state, 'USED'),
      ),
    )
    .orderBy(desc(loginChallenges.createdAt))
    .limit(1)
  if (last && last.resendAt > now)
    throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: Math.ceil((last.resendAt - now) / 1_000) } })
}

/**
 * Seals the recipient of the mails: the address as spelled at the first login, because another spelling may reach a
 * different mailbox.
 */
const sealTarget = async ({ secrets }: WalletParts, id: string, address: EmailAddress, { identity }: Mailbox) => {
  // Seal and decrypt an unknown address too, so that known and unknown addresses take equally long.
  const unknown = { id, userId: id }
  const typed = await secrets.seal(new TextEncoder().encode(address.sendable), identityAddressContext(unknown))
  const target = await decryptIdentityEmail(secrets, identity ?? { ...unknown, sealedAddress: typed })
  return secrets.seal(new TextEncoder().encode(target), challengeAddressContext(id))
}
