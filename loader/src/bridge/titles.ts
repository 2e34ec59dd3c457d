/**
 * Titles of the error panel, from the error tables; a test compares them. A reason without an entry is a setting that
 * the server refuses.
 */
export const errorTitles: { [reason: string]: string } = {
  OFFLINE: 'You are offline',
  SERVER_UNREACHABLE: 'The server cannot be reached',
  CHUNK_FAILED: 'This part could not be loaded',
  FRAME_BLOCKED_BY_CSP: 'Blocked by this site',
  PROJECT_ID_NOT_CONFIGURED: 'Project ID Not Configured',
  RATE_LIMITED: 'Rate Limited',
  SERVER_ERROR: 'Server Error',
  UNSUPPORTED_VERSION: 'Unsupported version',
}
