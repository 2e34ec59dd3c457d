import type { IncomingMessage } from 'node:http'
import { identify } from './auth.ts'

export type Admission = { clientId: string } | { status: 401 | 403; refusal: string }

type Rules = { projectIds: readonly string[]; allowedOrigins: readonly string[]; now: number }

/** Decides by the upgrade's address and headers. Clients that are no browsers send no origin. */
export function admit({ url, headers }: IncomingMessage, { projectIds, allowedOrigins, now }: Rules): Admission {
  const query = new URL(url ?? '/', 'http://relay.invalid').searchParams
  if (!projectIds.includes(query.get('projectId') ?? '')) return { status: 401, refusal: 'Unauthorized: invalid key' }
  if (headers.origin !== undefined && !allowedOrigins.includes(headers.origin))
    return { status: 403, refusal: 'Unauthorized: origin not allowed' }
  const token = query.get('auth') ?? headers.authorization?.replace(/^Bearer /, '') ?? ''
  const identity = identify(token, { host: headers.host ?? '', now })
  return 'clientId' in identity ? identity : { status: 401, ...identity }
}

/** A browser can't read the status of an upgrade that failed, so its client asks for the reason in a close frame. */
export const wantsCloseFrame = ({ url }: IncomingMessage): boolean =>
  new URL(url ?? '/', 'http://relay.invalid').searchParams.get('useOnCloseEvent') === 'true'
