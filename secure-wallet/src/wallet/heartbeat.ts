import type { Session } from '../session/session.ts'
import type { Keys } from '../unlock/keys.ts'

/** How long a session that was ended elsewhere may go unnoticed while its wallet is open (security 5.4). */
const lookMs = 45_000

/** With each heartbeat: what another tab or the server has ended is ended here too, keys and all. */
export const createHeartbeat = (session: Session, keys: Pick<Keys, 'status'>) => {
  let lookedAt = 0
  return (): void => {
    if (session.facts()) session.restore().catch(() => undefined)
    if (keys.status() !== 'ready' || Date.now() - lookedAt < lookMs) return
    lookedAt = Date.now()
    session.ask({ method: 'GET', path: 'session' }).catch(() => undefined)
  }
}
