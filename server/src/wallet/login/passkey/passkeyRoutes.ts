import type { PasskeyChallenge, PasskeyLoginSite } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import { parseRequestValue, type WalletParts, type WalletRequest, type WalletRoute } from '../../api/walletRoute.ts'
import { browserNameOf } from '../browserName.ts'
import { findLoginSite } from '../startLogin.ts'
import { enterPasskey } from './enterPasskey.ts'
import { makePasskeyChallenge } from './passkeyChallenge.ts'

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))
const base64url = (most: number) => v.pipe(text(most), v.regex(/^[\w-]*$/))
const siteFields = { projectId: v.pipe(v.string(), v.maxLength(64)), host: text(255) }
const challengeBody = v.strictObject(siteFields)
const loginBody = v.strictObject({
  ...siteFields,
  locale: v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/)),
  credentialId: base64url(1_364),
  userHandle: base64url(86),
  clientDataJSON: base64url(4_096),
  authenticatorData: base64url(4_096),
  signature: base64url(1_024),
})

/** Routes of the login with a passkey. */
export const passkeyRoutes = (parts: WalletParts): WalletRoute[] => {
  /** Returns the project and the client key of a request whose site belongs to the project. */
  const admit = async ({ context }: WalletRequest, site: PasskeyLoginSite) => {
    const proof = await parts.guards.requireProof(context)
    return { project: findLoginSite(parts, proof, site), thumbprint: proof.thumbprint }
  }
  return [
    {
      method: 'POST',
      path: 'login/passkey/challenge',
      run: async (request): Promise<PasskeyChallenge> => {
        const site = parseRequestValue(challengeBody, request.body)
        const { thumbprint } = await admit(request, site)
        return makePasskeyChallenge(parts.secrets, { ...site, thumbprint }, parts.clock())
      },
    },
    {
      method: 'POST',
      path: 'login/passkey',
      run: async (request) => {
        const login = parseRequestValue(loginBody, request.body)
        const { project, thumbprint } = await admit(request, login)
        const topOrigins = [login.host, ...project.allowedAncestors]
        const browser = browserNameOf(request.context.req.header('User-Agent'))
        return enterPasskey(parts, { request: login, thumbprint, topOrigins, browser })
      },
    },
  ]
}
