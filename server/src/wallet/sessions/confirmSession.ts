import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import { writeAuditEvent } from '../../database/events.ts'
import type { Database } from '../../database/open.ts'
import { sessions } from '../../database/sessionTables.ts'
import { isShareSetChangeProven } from '../custody/walletProofs.ts'
import { lockWalletRow } from '../custody/walletRecords.ts'
import { startWaitOfNewBrowser } from './newBrowsers.ts'
import { recogniseBrowser } from './recogniseBrowser.ts'
import type { Session } from './sessions.ts'

/**
 * Confirms the session of a new browser, and recognises the browser. The proof shows that the wallet is open there, so
 * the visitor has more than the mailbox: a passkey, a backup, another browser, or the guardian's consent.
 */
export const confirmSession = (
  database: Database,
  session: Session,
  proof: string | undefined,
  now: number,
): Promise<void> =>
  database.transaction(async (inside) => {
    const { id, userId, thumbprint } = session
    const { id: walletId, epoch, eip155 } = await lockWalletRow(inside, session)
    const change = { action: 'recognise', walletId, setId: id, epoch, sessionId: id } as const
    if (!(await isShareSetChangeProven(change, eip155, proof))) throw new AppError(walletErrors.WALLET_LOCKED)
    await inside.update(sessions).set({ isConfirmed: true }).where(eq(sessions.id, id))
    if (!session.isConfirmed) await startWaitOfNewBrowser(inside, session, now)
    await recogniseBrowser(inside, userId, thumbprint, now)
    await writeAuditEvent(inside, { kind: 'device confirmed', userId, sessionId: id }, now)
  })
