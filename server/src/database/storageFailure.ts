import { OperatorError } from '../config/operatorError.ts'
import type { Log } from '../http/log.ts'

/** Why the database can't be used now. Another error is a mistake of the code or of the request. */
export type DatabaseFailure = 'UNREACHABLE' | 'ACCESS_DENIED' | 'IN_USE' | 'READ_ONLY' | 'FULL'

/** The log's event of each failure. */
const databaseEvents: Record<DatabaseFailure, string> = {
  UNREACHABLE: 'database is unreachable',
  ACCESS_DENIED: 'database denies access',
  IN_USE: 'database is in use',
  READ_ONLY: 'database is read-only',
  FULL: 'row was not stored',
}

/**
 * Tells why the database can't be used, so that the visitor may try again later. Returns undefined for an error that is
 * no failure of the database.
 */
export const findDatabaseFailure = (thrown: unknown): DatabaseFailure | undefined => {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth++) {
    if (error instanceof OperatorError) return error.code === 'KEY_REFUSED' ? undefined : 'IN_USE'
    const { code } = Object(error)
    const found = typeof code === 'string' && failureOfCode(code)
    if (found) return found
    // Errors of node-postgres itself have no code, so compare their messages.
    if (uncoded.test(error.message)) return 'UNREACHABLE'
  }
  return undefined
}

/**
 * Codes of five characters are those of PostgreSQL: classes 08 (connection), 28 (authorization), 53 (insufficient
 * resources) and 57P (shutdown), 25006 (read-only transaction), 3D000 (no such database). The others are of the
 * operating system.
 */
const failureOfCode = (code: string): DatabaseFailure | undefined => {
  if (isDiskFullCode(code)) return 'FULL'
  if (code === '25006' || code === 'EROFS') return 'READ_ONLY'
  if (/^28\w{3}$/.test(code) || code === '3D000' || code === 'EACCES' || code === 'EPERM') return 'ACCESS_DENIED'
  return networkCodes.has(code) || /^(?:08|53)\w{3}$|^57P\w{2}$/.test(code) ? 'UNREACHABLE' : undefined
}

const isDiskFullCode = (code: string): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(code)
const uncoded =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/
const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
])

export const isDiskFull = (thrown: unknown): boolean => findDatabaseFailure(thrown) === 'FULL'

/**
 * Logs that something could not be stored or read. A full disk has its own event `disk is full`, because the operator
 * has to act on it; `event` is then in the field `part`.
 */
export const logStorageFailure = (log: Log, event: string, thrown: unknown): void => {
  const code = findCode(thrown) ?? String(Object(thrown).name)
  // The messages of other errors may name hosts, users or rows.
  const reason = thrown instanceof OperatorError ? thrown.message : undefined
  if (isDiskFull(thrown)) log.write('disk is full', { part: event, code })
  else log.write(event, { code, reason })
}

/** Logs a failure of the database and returns it. Returns undefined for another error, and does not log that one. */
export const logDatabaseFailure = (log: Log, thrown: unknown): DatabaseFailure | undefined => {
  const failure = findDatabaseFailure(thrown)
  if (failure) logStorageFailure(log, databaseEvents[failure], thrown)
  return failure
}

/** The code of an error or of its cause. A library's own error often has only a cause with a code. */
const findCode = (thrown: unknown): string | undefined => {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth++) {
    const { code } = Object(error)
    if (typeof code === 'string') return code
  }
  return undefined
}
