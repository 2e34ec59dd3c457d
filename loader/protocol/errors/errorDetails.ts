import { fillText } from '../messages/messages.ts'
import type { AppError } from './appError.ts'
import type { ErrorCode } from './errorCodes.ts'

/**
 * Details for a site's developer: what was wrong, and what to do. They are not in the error tables, so that no first
 * view loads them.
 */
const details: { readonly [code in ErrorCode]?: string } = {
  METHOD_NOT_ALLOWED: 'Action not allowed',
  UNSUPPORTED_VERSION: 'The page and the modal speak no common version of the protocol. Load the current loader.js.',
  ORIGIN_NOT_ALLOWED:
    'The origin {origin} is not in the allowed origins of project {projectId}. Add it to the project.',
  UNVERIFIED_DOMAIN: 'The embedded wallet could not verify this domain. Check that the project allows it.',
  BROWSER_TOO_OLD: 'This browser does not tell a frame which pages embed it (Firefox before 148). Update the browser.',
  INVALID_PROJECT_ID: 'The project id is not known to this server.',
  PROJECT_ID_NOT_CONFIGURED: 'This server knows more than one project, so the tag needs data-project-id.',
  SESSION_EXPIRED: "The session is not valid yet or any more. Check this device's date and time, then connect again.",
  SERVER_ERROR: 'The configuration could not be loaded: {reason}',
  RATE_LIMITED: 'Too many requests in a short time. Wait some minutes and try again.',
  SWITCH_NETWORK_NOT_FOUND: 'The network is not in the list of networks that this page set up.',
  IFRAME_LOAD_FAILED: 'The frame did not load. Check the connection and try again.',
  FRAME_BLOCKED_BY_CSP: "The page's Content-Security-Policy blocks the modal. Add {directive} {origin} to it.",
  OFFLINE: 'Check the connection and try again.',
  SERVER_UNREACHABLE: 'The modal could not be loaded from {origin}. Try again in a moment.',
  BRIDGE_FAILED: "bridge.js could not be loaded. Check the page's Content-Security-Policy and the connection.",
  CHUNK_FAILED: 'Try again.',
  SIWX_CONFIG_CONFLICT: 'Cannot set both `siweConfig` and `siwx` options',
}

/** Returns the detail of an error, or the error's short text if there is no detail. */
export const detailOf = ({ code, message, values }: AppError): string => {
  const detail = details[code]
  return detail === undefined ? message : fillText(detail, values)
}
