import * as v from 'valibot'
import { isAddress } from 'viem/utils'
import { type Project, requireProject } from '../../config/projects.ts'
import { writeAuditEvent } from '../../database/events.ts'
import type { WalletParts } from '../api/walletRoute.ts'
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

/** Checks requests for the routes of limits and of receivers. */
export const createLimitRequests = ({ projects, tokenLists, clock, database }: WalletParts) => {
  const projectOf = ({ projectId }: Session): Project => requireProject(projects, projectId)
  const listedTokens = (session: Session, chainId: string) => tokenLists.find(projectOf(session), chainId)
  return {
    projectOf,
    listedTokens,
    /** The operator trusts the site, by default that of the session. */
    isTrusted: (session: Session, host = session.host): boolean => projectOf(session).trustedOrigins.includes(host),
    isListed: async (session: Session, chainId: string, token: string): Promise<boolean> =>
      isServed(projectOf(session), chainId) &&
      (await listedTokens(session, chainId)).some(({ address }) => address.toLowerCase() === token),
    record: async ({ userId, id: sessionId }: Session, kind: string): Promise<void> =>
      writeAuditEvent(await database(), { kind, userId, sessionId }, clock()),
  }
}

export const isServed = ({ networks }: Project, chainId: string): boolean =>
  networks.some(({ caipNetworkId }) => caipNetworkId === chainId)
