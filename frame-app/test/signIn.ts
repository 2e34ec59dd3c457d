import type { SignInMode } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { HttpResponse, http } from 'msw'
import { sampleBootstrap } from './bootstrap.ts'
import { mockServer } from './server.ts'

/** Sample project options with this sign-in mode. */
export const withSignInMode = (signIn: SignInMode) => ({ options: { ...sampleBootstrap.options, signIn } })

type Body = { message: string; signature: string; caipAddress: string }

const encode = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const tokenOf = (sub: string, count: number) =>
  `e30.${encode({ sub, aud: 'https://shop.example', exp: Math.floor(Date.now() / 1_000) + 900, count })}.c2ln`
const refuse = (code: string, status: number) =>
  HttpResponse.json({ status: 'FAILED', reasons: [{ field: '', description: '', code }] }, { status })

/** Serves the server's sign-in routes without verifying signatures. A test can make the next request fail. */
export const serveSignIn = () => {
  const log: string[] = []
  const bodies: Body[] = []
  const live = new Map<string, string>()
  const next: { refusal?: string; isDown?: boolean } = {}
  let count = 0
  const start = (sub: string) => {
    const token = tokenOf(sub, count++)
    live.set(token, sub)
    return token
  }
  const bearer = (request: Request) => request.headers.get('Authorization')?.replace('Bearer ', '') ?? ''
  const down = () => new HttpResponse(null, { status: 500, headers: { 'Retry-After': '60' } })
  mockServer.use(
    http.get('*/auth/v1/nonce', () => {
      log.push('nonce')
      if (next.isDown) return down()
      return HttpResponse.json({ nonce: `nonce${10_000 + count++}`, issuedAt: new Date().toISOString() })
    }),
    http.post('*/auth/v1/authenticate', async ({ request }) => {
      log.push('authenticate')
      const body = (await request.json()) as Body
      bodies.push(body)
      const { refusal } = next
      delete next.refusal
      return refusal ? refuse(refusal, 401) : HttpResponse.json({ token: start(body.caipAddress) })
    }),
    http.get('*/auth/v1/me', ({ request }) => {
      log.push('me')
      if (next.isDown) return down()
      const sub = live.get(bearer(request))
      return sub ? HttpResponse.json({ token: start(sub) }) : refuse('SIWX_SESSION_INVALID', 401)
    }),
    http.post('*/auth/v1/sign-out', ({ request }) => {
      log.push('sign-out')
      return live.delete(bearer(request))
        ? new HttpResponse(null, { status: 204 })
        : refuse('SIWX_SESSION_INVALID', 401)
    }),
  )
  return { log, bodies, next, start, live }
}
