import type { FlowAnswer, FlowAsker, FlowRequest, SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { flows } from '../../database/flowTables.ts'
import type { Database } from '../../database/open.ts'
import { sessions } from '../../database/sessionTables.ts'
import type { Session } from '../sessions/sessions.ts'

const flowMs = 5 * 60_000
/**
 * The largest number of flows that a session may have open. A visitor needs only one for the open wallet window, and a
 * few for abandoned windows.
 */
const openLimit = 20

/** The owner starts a flow and reads its answer: a session, or during a login only a client key. */
export type FlowOwner = { sessionId: string } | { thumbprint: string }
const isOf = (owner: FlowOwner) =>
  'sessionId' in owner ? eq(flows.sessionId, owner.sessionId) : eq(flows.thumbprint, owner.thumbprint)

/** Stores the request of a flow. Frame and wallet window encrypt request and answer, so the server can't read them. */
export const startFlow = async (
  database: Database,
  owner: FlowOwner,
  { flowId, request }: FlowRequest,
  now: number,
): Promise<{ expiresAt: number }> => {
  const [{ open } = { open: 0 }] = await database
    .select({ open: count() })
    .from(flows)
    .where(and(isOf(owner), gt(flows.endsAt, now)))
  if (open >= openLimit) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: flowMs / 1_000 } })
  const endsAt = now + flowMs
  const inserted = await database
    .insert(flows)
    .values({ id: flowId, ...owner, request, result: null, endsAt })
    .onConflictDoNothing()
    .returning({ id: flows.id })
  if (inserted.length === 0) throw new AppError(commonErrors.INVALID_INPUT)
  return { expiresAt: endsAt }
}

/**
 * Returns the request of a flow until the flow has an answer, so that a visitor can reopen a wallet window that was
 * closed by mistake. The window compares `host`, the origin of the requesting session if there is one, with the site
 * that the encrypted request names.
 */
export const readFlowRequest = async (
  database: Database,
  id: string,
  now: number,
): Promise<{ request: SealedText; host?: string }> => {
  const [flow] = await database
    .select({ request: flows.request, host: sessions.host })
    .from(flows)
    .leftJoin(sessions, eq(sessions.id, flows.sessionId))
    .where(and(isOpen(id, now), isNull(sessions.revokedAt)))
  if (!flow) throw new AppError(walletErrors.FLOW_NOT_FOUND)
  const { request, host } = flow
  return { request, ...(host !== null && { host }) }
}

/**
 * Replaces the request of a session's flow that has no answer yet. The window that shows it reads it again and again.
 * A request during a login stays as it was, because what holds it is limited.
 */
export const replaceFlowRequest = async (
  database: Database,
  owner: Extract<FlowOwner, { sessionId: string }>,
  { flowId, request }: FlowRequest,
  now: number,
): Promise<void> => {
  const replaced = await database
    .update(flows)
    .set({ request })
    .where(and(isOpen(flowId, now), isOf(owner)))
    .returning({ id: flows.id })
  if (replaced.length === 0) throw new AppError(walletErrors.FLOW_NOT_FOUND)
}

/**
 * Returns the site and browser of the requesting session, but only to sessions of the same user. So the wallet window
 * names no site for a link that a stranger sent.
 */
export const readFlowAsker = async (
  database: Database,
  { userId, browser: ownBrowser }: Pick<Session, 'userId' | 'browser'>,
  id: string,
  now: number,
): Promise<FlowAsker> => {
  const [asker] = await database
    .select({ host: sessions.host, browser: sessions.browser })
    .from(flows)
    .innerJoin(sessions, eq(sessions.id, flows.sessionId))
    .where(and(isOpen(id, now), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  if (!asker) throw new AppError(walletErrors.FLOW_NOT_FOUND)
  return { ...asker, ownBrowser }
}

/**
 * Stores the first answer to a flow and rejects later ones. If the answer names the `iv` of the request that it answers,
 * an answer to a request that was replaced is rejected too.
 */
export const answerFlow = async (
  database: Database,
  { flowId, requestIv, result }: FlowAnswer,
  now: number,
): Promise<void> => {
  const isAnswered = requestIv === undefined ? undefined : eq(sql`${flows.request} ->> 'iv'`, requestIv)
  const answered = await database
    .update(flows)
    .set({ result })
    .where(and(isOpen(flowId, now), isAnswered))
    .returning({ id: flows.id })
  if (answered.length === 0) throw new AppError(walletErrors.FLOW_NOT_FOUND)
}

/**
 * Returns the answer of a flow to the owner that started the flow. The answer stays until the flow ends, because a
 * response may get lost.
 */
export const readFlowAnswer = async (
  database: Database,
  owner: FlowOwner,
  id: string,
  now: number,
): Promise<SealedText | null> => {
  const [flow] = await database
    .select()
    .from(flows)
    .where(and(eq(flows.id, id), isOf(owner), gt(flows.endsAt, now)))
  if (!flow) throw new AppError(walletErrors.FLOW_NOT_FOUND)
  return flow.result
}

const isOpen = (id: string, now: number) => and(eq(flows.id, id), isNull(flows.result), gt(flows.endsAt, now))
