import { generateKeyPairSync } from 'node:crypto'
import type { LoginResult, PasskeyLoginRequest, SignInKey } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { writeAuditEvent } from '../../../database/events.ts'
import type { Database } from '../../../database/open.ts'
import { passkeyKeys } from '../../../database/passkeyTables.ts'
import { useOnce } from '../../../database/useOnce.ts'
import { shareSets, wallets } from '../../../database/walletTables.ts'
import type { WalletParts } from '../../api/walletRoute.ts'
import { recogniseBrowser } from '../../sessions/recogniseBrowser.ts'
import { readSessionFacts } from '../../sessions/sessionFacts.ts'
import { startSession } from '../../sessions/sessions.ts'
import { readClientData, verifyAssertion } from './assertion.ts'
import { verifyPasskeyChallenge } from './passkeyChallenge.ts'

type Login = {
  request: PasskeyLoginRequest
  thumbprint: string
  /** The origins that the top window around the secure frame may have. */
  topOrigins: readonly string[]
  browser: string
}

/**
 * Signs in with a passkey of the wallet. The session is confirmed from the start, because only a passkey that the open
 * wallet has added can sign in.
 */
export const enterPasskey = async (
  parts: WalletParts,
  { request, thumbprint, topOrigins, browser }: Login,
): Promise<LoginResult> => {
  const { secrets, settings, clock } = parts
  const { projectId, host, locale } = request
  const database = await parts.database()
  const now = clock()
  const origin = settings.secureOrigin
  const clientData = readClientData(request, { origin, topOrigins })
  const challenge = Buffer.from(clientData?.challenge ?? '', 'base64url').toString('utf8')
  const verified = verifyPasskeyChallenge(secrets, { projectId, host, thumbprint }, challenge, now)
  // The first answer uses the challenge up, whether it is right or wrong.
  if (!verified || !(await useOnce(database, `passkey ${verified.id}`, verified.endsAt)))
    throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)

  const found = await findPasskey(database, request)
  // Verify with some key even for an unknown passkey, so that the time reveals no passkey.
  const signCount = verifyAssertion(request, found ?? unknownKey, new URL(origin).hostname)
  if (!found || signCount === null) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  const { setId, userId } = found
  const started = await database.transaction(async (inside) => {
    await countSignature(inside, setId, signCount)
    await recogniseBrowser(inside, userId, thumbprint, now)
    const site = { projectId, host, browser, locale }
    const session = await startSession(inside, { userId, thumbprint, ...site, isConfirmed: true }, now)
    const event = { kind: 'signed in with a passkey', userId, sessionId: session.session.id }
    await writeAuditEvent(inside, event, now)
    return session
  })
  return { tokens: started.tokens, session: await readSessionFacts(parts, database, started.session) }
}

/**
 * Finds a confirmed passkey of the user whose id the passkey carries. A stranger may have stored the same credential id
 * for another wallet, so the id alone does not decide.
 */
const findPasskey = async (database: Database, { userHandle, credentialId }: PasskeyLoginRequest) => {
  const [userId = ''] = Buffer.from(userHandle, 'base64url').toString('utf8').split('|')
  const [found] = await database
    .select({
      setId: passkeyKeys.setId,
      algorithm: passkeyKeys.algorithm,
      spki: passkeyKeys.spki,
      userId: wallets.userId,
    })
    .from(passkeyKeys)
    .innerJoin(shareSets, eq(shareSets.id, passkeyKeys.setId))
    .innerJoin(wallets, eq(wallets.id, shareSets.walletId))
    .where(
      and(
        eq(sql`${wallets.userId}::text`, userId),
        eq(shareSets.credentialId, credentialId),
        eq(shareSets.confirmed, true),
      ),
    )
  return found
}

/**
 * Stores the passkey's counter. A counter that does not grow means that somebody copied the passkey, unless it is always
 * zero, as that of a passkey that syncs.
 */
const countSignature = async (database: Database, setId: string, signCount: number): Promise<void> => {
  const isGrowing = lt(passkeyKeys.signCount, signCount)
  const fits = signCount === 0 ? or(isGrowing, eq(passkeyKeys.signCount, 0)) : isGrowing
  const counted = await database
    .update(passkeyKeys)
    .set({ signCount })
    .where(and(eq(passkeyKeys.setId, setId), fits))
    .returning({ setId: passkeyKeys.setId })
  if (counted.length === 0) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
}

const unknownKey: SignInKey = {
  algorithm: -7,
  spki: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64url'),
}
