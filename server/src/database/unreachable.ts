/**
 * Tells whether a query failed because the database is unreachable, so that the visitor may try again later. Such an
 * error is a network error, or of PostgreSQL's classes 08 (connection), 53 (insufficient resources) or 57P (shutdown).
 */
export const isUnreachable = (thrown: unknown): boolean => {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth++) {
    const { code } = Object(error)
    if (typeof code === 'string' && (networkCodes.has(code) || /^(?:08|53)\w{3}$|^57P\w{2}$/.test(code))) return true
    // Errors of node-postgres itself have no code, so compare their messages.
    if (uncoded.test(error.message)) return true
  }
  return false
}

const uncoded =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
