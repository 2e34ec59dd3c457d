/** Messages from the error tables; a test compares them. A reason without an entry comes from the server. */
export const titles: { [reason: string]: string } = {
  IFRAME_LOAD_FAILED: 'Network Error - Could not load embedded wallet',
  FRAME_BLOCKED_BY_CSP: 'Blocked by this site',
  PROJECT_ID_NOT_CONFIGURED: 'Project ID Not Configured',
}
