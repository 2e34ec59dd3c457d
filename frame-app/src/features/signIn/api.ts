import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { SiwxAuthenticateRequest, SiwxNonceResponse } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { parseSiwxTime } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { fetchJson } from '../../core/api/http.ts'
import { readSessionToken } from './siwxSession.ts'

/** The timeout of a sign-in. The server may have to call a contract wallet through its nodes. */
const authenticateMs = 30_000

/** The sign-in requests that this frame sends to its server for the host page. */
export const createSiwxApi = ({ projectId, hostOrigin }: { projectId: string; hostOrigin: string }) => {
  const call = (name: string, options: Partial<Parameters<typeof fetchJson>[1]> = {}): Promise<unknown> =>
    fetchJson(`/auth/v1/${name}?${new URLSearchParams({ projectId, origin: hostOrigin })}`, {
      timeoutMs: readTimeoutMs,
      errors: { ...commonErrors, ...siwxErrors },
      ...options,
    })
  const session = (answer: unknown): SignInSession => readSessionToken(Object(answer).token, hostOrigin)
  return {
    nonce: async (): Promise<SiwxNonceResponse> => {
      const { nonce, issuedAt } = Object(await call('nonce')) as Record<string, unknown>
      if (typeof nonce !== 'string' || typeof issuedAt !== 'string' || parseSiwxTime(issuedAt) === undefined)
        throw new AppError(commonErrors.PARSE_ERROR)
      return { nonce, issuedAt }
    },
    authenticate: async (json: SiwxAuthenticateRequest): Promise<SignInSession> =>
      session(await call('authenticate', { method: 'POST', json, timeoutMs: authenticateMs })),
    /** Asks the server to confirm the session and to renew its token. */
    me: async (token: string): Promise<SignInSession> => session(await call('me', { token })),
    signOut: async (token: string): Promise<void> => void (await call('sign-out', { method: 'POST', token })),
  }
}
