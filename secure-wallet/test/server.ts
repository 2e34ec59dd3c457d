import { Hono } from 'hono'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import { findClientKey } from '../src/session/clientKey.ts'
import { createServerClient, type ServerState } from '../src/session/serverClient.ts'
import { memoryStore, type Store } from '../src/session/store.ts'

export const walletOrigin = 'https://wallet.example'

export const testSite = { projectId: 'p', host: 'https://shop.example' }

type Proof = { thumbprint: string; claims: Record<string, unknown> }

/** A server that checks DPoP proofs by the rules of RFC 9449 that a client can break, and records the requests. */
export const createTestServer = ({ nonce = 'n1', now = Date.now } = {}) => {
  const app = new Hono<{ Variables: { proof: Proof } }>().basePath('/v1/wallet')
  const state = { nonce, offline: false, refused: 0, requests: [] as string[], seen: new Set<unknown>() }

  app.use(async (context, next) => {
    context.header('DPoP-Nonce', state.nonce)
    context.header('Date', new Date(now()).toUTCString())
    const refuse = () => {
      state.refused += 1
      return context.json({ reasons: [{ code: 'DPOP_INVALID' }] }, 401)
    }
    const proof = context.req.header('DPoP') ?? ''
    const verified = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(now()),
    }).catch(() => undefined)
    const { nonce: given, htm, htu, jti, iat = 0, ath } = verified?.payload ?? {}
    const token = context.req.header('Authorization')?.replace(/^DPoP /, '')
    if (
      !verified ||
      given !== state.nonce ||
      htm !== context.req.method ||
      htu !== new URL(context.req.url).origin + context.req.path ||
      state.seen.has(jti) ||
      Math.abs(iat * 1_000 - now()) > 60_000 ||
      ath !== (token === undefined ? undefined : await digest(token))
    )
      return refuse()
    state.seen.add(jti)
    state.requests.push(`${context.req.method} ${context.req.path.slice('/v1/wallet/'.length)}`)
    const { jwk } = verified.protectedHeader
    context.set('proof', { thumbprint: jwk ? await calculateJwkThumbprint(jwk) : '', claims: verified.payload })
    await next()
  })

  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (state.offline) throw new TypeError('Failed to fetch')
    return app.request(String(input), init)
  }
  const connect = (store: Store = memoryStore(), clock = now, state: ServerState = { skewMs: 0 }) =>
    createServerClient({
      origin: walletOrigin,
      site: testSite,
      key: () => findClientKey(store, 'p'),
      fetch: fetch as typeof globalThis.fetch,
      now: clock,
      state,
    })
  return { app, state, connect, fetch: fetch as typeof globalThis.fetch }
}

const digest = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
