import { frameOrigin, secureOrigin } from '../origins.ts'

const again = 'Check the connection and try again.'

/** Title and sentence. The titles are those of the error catalogue; a test holds them together. */
export const causes: { [reason: string]: [title: string, sentence: string] } = {
  OFFLINE: ['You are offline', again],
  SERVER_UNREACHABLE: ['The server cannot be reached', again],
  IFRAME_LOAD_FAILED: ['Network Error - Could not load embedded wallet', again],
  FRAME_BLOCKED_BY_CSP: [
    'Blocked by this site',
    `Its Content-Security-Policy needs: frame-src ${frameOrigin} ${secureOrigin}`,
  ],
  ORIGIN_NOT_ALLOWED: ['Invalid App Configuration', `${location.origin} is not in the allowed origins of the project.`],
  INVALID_PROJECT_ID: ['Invalid App Configuration', 'The project id is not known to this server.'],
  PROJECT_ID_NOT_CONFIGURED: ['Project ID Not Configured', 'The tag needs data-project-id.'],
  UNSUPPORTED_VERSION: ['Unsupported version', 'Reload this page.'],
  RATE_LIMITED: ['Rate Limited', 'Wait some minutes and try again.'],
}

/** For whatever a newer server says. */
export const unknownCause: [string, string] = ['Server Error', again]
