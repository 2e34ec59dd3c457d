import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { isAddress } from 'viem/utils'
import { findProject, type Project } from '../../config/projects.ts'
import { writeAuditEvent } from '../../database/events.ts'
import { wallets } from '../../database/walletTables.ts'
import type { WalletParts, WalletRequest } from '../api/walletRoute.ts'
import type { StoredWallet } from '../custody/walletRecords.ts'
import type { Session } from '../sessions/sessions.ts'

/** Limits exist on EVM networks only. */
export const chainIdSchema = v.pipe(v.string(), v.regex(/^eip155:\d{1,16}$/))
export const addressSchema = v.pipe(
  v.string(),
  v.check((text) => isAddress(text, { strict: false })),
  v.toLowerCase(),
)

/** An amount of at least one unit. A token counts up to 2 ** 256. */
export const amountSchema = v.pipe(
  v.string(),
  v.check((text) => /^[1-9]\d{0,77}$/.test(text) && BigInt(text) < 2n ** 256n),
)

/** Reads requests for the routes of limits and of receivers. */
export const createLimitRequests = ({ guards, projects, tokenLists, clock, database }: WalletParts) => {
  const projectOf = ({ projectId }: Session): Project => {
    const project = findProject(projects, projectId)
    if (typeof project === 'string') throw new AppError(commonErrors[project])
    return project
  }
  const listedTokens = (session: Session, chainId: string) => tokenLists.find(projectOf(session), chainId)
  return {
    sessionOf: ({ context }: WalletRequest): Promise<Session> => guards.requireSession(context),
    projectOf,
    listedTokens,
    /** The operator trusts the site, by default that of the session. */
    isTrusted: (session: Session, host = session.host): boolean => projectOf(session).trustedOrigins.includes(host),
    isListed: async (session: Session, chainId: string, token: string): Promise<boolean> =>
      isServed(projectOf(session), chainId) &&
      (await listedTokens(session, chainId)).some(({ address }) => address.toLowerCase() === token),
    walletOf: async ({ userId }: Session): Promise<StoredWallet> => {
      const [wallet] = await (await database()).select().from(wallets).where(eq(wallets.userId, userId))
      if (!wallet) throw new AppError(walletErrors.WALLET_MISSING)
      if (wallet.status !== 'active') throw new AppError(walletErrors.WALLET_NOT_ACTIVE)
      return wallet
    },
    record: async ({ userId, id: sessionId }: Session, kind: string): Promise<void> =>
      writeAuditEvent(await database(), { kind, userId, sessionId }, clock()),
  }
}

export const isServed = ({ networks }: Project, chainId: string): boolean =>
  networks.some(({ caipNetworkId }) => caipNetworkId === chainId)
