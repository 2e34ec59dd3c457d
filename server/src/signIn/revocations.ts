import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { writeWholeFile } from '../config/wholeFile.ts'

/** The times are in seconds, as in session tokens. */
export type SessionTimes = { id: string; signedInAt: number; endsAt: number }

export type Revocations = {
  isRevoked: (session: SessionTimes) => boolean | Promise<boolean>
  /** Ends a session immediately. Throws if the revocation can't be stored. */
  revoke: (session: SessionTimes) => Promise<void>
}

const line = v.tuple([v.string(), v.number(), v.number()])

/**
 * Stores signed-out sessions in the data folder until they expire, so that no session is valid again after a restart.
 * The file contains only random ids and times.
 */
export const openRevocations = async (dataDir: string, clock: () => number, limit = 200_000) => {
  const path = revocationsFile(dataDir)
  const revoked = new Map<string, SessionTimes>()
  /**
   * When the list exceeds its limit, it drops the oldest revocations. Then all sessions that started by this time count
   * as revoked, because ending too many sessions is safer than too few. In the file this is a line without an id.
   */
  const dropped: SessionTimes = { id: '', signedInAt: 0, endsAt: 0 }
  const drop = ({ id, signedInAt, endsAt }: SessionTimes): void => {
    dropped.signedInAt = Math.max(dropped.signedInAt, signedInAt)
    dropped.endsAt = Math.max(dropped.endsAt, endsAt)
    revoked.delete(id)
  }

  const add = (session: SessionTimes): void => {
    if (session.endsAt * 1_000 <= clock()) return
    if (!session.id) return void drop(session)
    revoked.set(session.id, session)
    if (revoked.size > limit) dropEnded()
    for (const oldest of revoked.values()) {
      if (revoked.size <= limit) break
      drop(oldest)
    }
  }
  const dropEnded = (): void => {
    for (const [id, { endsAt }] of revoked) if (endsAt * 1_000 <= clock()) revoked.delete(id)
  }

  for (const session of await readRevocationsFile(dataDir)) add(session)
  // Rewrite the file without expired sessions.
  if (revoked.size > 0) {
    const kept = [...(dropped.endsAt ? [dropped] : []), ...revoked.values()]
    await writeWholeFile(path, kept.map(write).join(''), 0o600)
  }

  return {
    isRevoked: ({ id, signedInAt }: SessionTimes): boolean => signedInAt <= dropped.signedInAt || revoked.has(id),
    /** Ends a session immediately, before the file is written. Throws if the file can't be written. */
    revoke: async (session: SessionTimes): Promise<void> => {
      if (revoked.has(session.id)) return
      add(session)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await appendFile(path, write(session), { mode: 0o600 })
    },
  }
}

const write = ({ id, signedInAt, endsAt }: SessionTimes): string => `${JSON.stringify([id, signedInAt, endsAt])}\n`

const revocationsFile = (dataDir: string): string => join(dataDir, 'sign-in', 'signed-out.jsonl')

export const readRevocationsFile = async (dataDir: string): Promise<SessionTimes[]> => {
  let text: string
  try {
    text = await readFile(revocationsFile(dataDir), 'utf8')
  } catch (cause) {
    if (Object(cause).code === 'ENOENT') return []
    throw cause
  }
  return text.split('\n').flatMap((row) => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), line), row)
    // Skip a line that can't be parsed: a power loss may have left half of the last line.
    if (!parsed.success) return []
    const [id, signedInAt, endsAt] = parsed.output
    return [{ id, signedInAt, endsAt }]
  })
}
