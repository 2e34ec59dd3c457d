import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { errorEntryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import * as v from 'valibot'
import type { ClientKey } from './clientKey.ts'
import { createDpopProof } from './proof.ts'

export type ServerRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/v1/wallet/`. */
  path: string
  body?: unknown
  accessToken?: string
  timeoutMs?: number
  signal?: AbortSignal
  /** `keepalive` of `fetch`: the browser completes the request even if the document ends. */
  keepalive?: boolean
}
type Site = { projectId: string; host: string }
type Options = {
  origin: string
  /** Each DPoP proof names this site, so that the server can revoke a session that appears on another site. */
  site?: Site
  /** Only in a wallet window: proves that the requests come from its document. The window's cookie goes with it. */
  windowKey?: string | undefined
  key: () => Promise<ClientKey>
  fetch: typeof fetch
  now?: () => number
  isOnline?: () => boolean
  state?: ServerState
}

/** The server's nonce and clock. All server clients of a document share this state. */
export type ServerState = {
  nonce?: string | undefined
  /** Server time minus local time. A proof carries its time, so a wrong local clock must be corrected. */
  skewMs: number
}

const skewToleranceMs = 5_000

/** Sends requests to this origin's server, with a DPoP proof each. Retries once with the server's new nonce. */
export const createServerClient = (options: Options) => {
  const { origin, site, windowKey, key, fetch, now = Date.now, isOnline = () => true, state = { skewMs: 0 } } = options

  const send = async (ask: ServerRequest): Promise<Response> => {
    const url = new URL(`/v1/wallet/${ask.path}`, origin).href
    const { method, body, accessToken, timeoutMs = readTimeoutMs, signal, keepalive = false } = ask
    const { nonce, skewMs } = state
    const proof = await createDpopProof(await key(), { method, url, at: now() + skewMs, nonce, accessToken, site })
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method,
        headers: {
          DPoP: proof,
          ...(accessToken !== undefined && { Authorization: `DPoP ${accessToken}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(windowKey !== undefined && { 'Wallet-Window': windowKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        credentials: windowKey === undefined ? 'omit' : 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        keepalive,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      })
      state.nonce = response.headers.get('DPoP-Nonce') ?? state.nonce
      return response
    } catch (cause) {
      if (signal?.aborted) throw new AppError(commonErrors.REQUEST_ABORTED, { cause })
      if (timeout.aborted) throw new AppError(commonErrors.REQUEST_TIMEOUT, { cause })
      throw new AppError(isOnline() ? commonErrors.SERVER_UNREACHABLE : commonErrors.OFFLINE, { cause })
    }
  }

  return async (ask: ServerRequest): Promise<unknown> => {
    let response = await send(ask)
    if (response.status === 401) {
      const refusal = await readFailure(response)
      if (refusal.code !== 'DPOP_INVALID') throw refusal
      const serverTime = Date.parse(response.headers.get('Date') ?? '')
      if (Math.abs(serverTime - now()) > skewToleranceMs) state.skewMs = serverTime - now()
      response = await send(ask)
    }
    if (!response.ok) throw await readFailure(response)
    if (response.status === 204) return undefined
    return response.json().catch((cause) => {
      throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'unreadable answer' }, cause })
    })
  }
}

export type ServerClient = ReturnType<typeof createServerClient>

const failure = v.object({
  reasons: v.array(
    v.object({
      code: v.string(),
      values: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
    }),
  ),
})

const readFailure = async (response: Response): Promise<AppError> => {
  const content: unknown = await response.json().catch(() => undefined)
  const { success, output } = v.safeParse(failure, content)
  const reason = success ? output.reasons[0] : undefined
  const entry = errorEntryOf(embeddedWalletErrors, reason?.code)
  if (entry) return new AppError(entry, { values: reason?.values ?? {} })
  return new AppError(commonErrors.SERVER_ERROR, { values: { reason: String(response.status) } })
}
