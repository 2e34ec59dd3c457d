import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type EmailLogin,
  type LoginResult,
  type ProofOfWork,
  proofOfWorkText,
  type SolvedWork,
  workParts,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Database } from '../src/database/open.ts'
import { createApp } from '../src/http/app.ts'
import type { ServerParts } from '../src/http/parts.ts'
import type { MailLimits } from '../src/wallet/embeddedParts.ts'
import { createVisitorLocator, type VisitorLocator } from '../src/wallet/location/location.ts'
import type { VerifyCaptcha } from '../src/wallet/login/captcha.ts'
import { createWorkProofs } from '../src/wallet/login/proofOfWork.ts'
import type { Mail } from '../src/wallet/mail/mailer.ts'
import { makeTestParts, shopOrigin, walletOrigin } from './parts.ts'
import { makeTestSecrets } from './secrets.ts'

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Makes a server with the embedded wallet, a clock that the test moves, and a record of its mails. */
export const makeWalletServer = async (
  database: () => Promise<Database>,
  own: {
    root?: Buffer
    locate?: VisitorLocator
    limits?: Partial<MailLimits>
    /** The difficulty of proofs of work. By default that of a real server. */
    bitsOfLevel?: (level: number) => number
    captcha?: VerifyCaptcha
    parts?: Partial<ServerParts>
    requestsPerSecond?: number
    projects?: Record<string, unknown>[]
  } = {},
) => {
  const root = own.root ?? randomBytes(32)
  const time = { now: Date.UTC(2026, 10, 21, 12) }
  const mails: Mail[] = []
  const mail = {
    fails: undefined as Error | undefined,
    send: async (sent: Mail) => {
      if (mail.fails) throw mail.fails
      mails.push(sent)
    },
  }
  const ending = new AbortController()
  const secrets = makeTestSecrets(root)
  const parts = await makeTestParts(own.projects, {
    clock: () => time.now,
    embedded: {
      database,
      secrets,
      proofs: createWorkProofs(secrets, own.bitsOfLevel),
      captcha: own.captcha ?? null,
      mail,
      locate: own.locate ?? createVisitorLocator(() => ''),
      limits: {
        addressHour: 5,
        addressDay: 10,
        networkHour: 20,
        projectHour: 200,
        projectHourMost: 12_000,
        ...own.limits,
      },
      ending: ending.signal,
    },
    ...own.parts,
  })
  // The test's clock stands still, so a rate limit that is used up would never allow requests again.
  parts.settings.requestsPerSecond = own.requestsPerSecond ?? 1_000_000
  const app = createApp(parts)
  const ask: Ask = (path, init = {}) =>
    Promise.resolve(
      app.request(`${walletOrigin}/v1/wallet/${path}`, {
        ...init,
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...init.headers },
      }),
    )
  /** Opens a wallet window, and returns the headers by which its requests prove that they come from a window. */
  const openWindow = async (init: RequestInit = {}): Promise<WindowHeaders> => {
    const headers = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', ...init.headers }
    const response = await app.request(`${walletOrigin}/vault/${parts.projects[0]?.id}`, { headers })
    const [cookie = ''] = (response.headers.get('Set-Cookie') ?? '').split(';')
    const [, key = ''] = /"windowKey":"([\w-]+)"/.exec(await response.text()) ?? []
    return { Cookie: cookie, 'Wallet-Window': key }
  }
  return {
    ask,
    app,
    time,
    mails,
    mail,
    parts,
    openWindow,
    stop: () => ending.abort(),
    /** Makes a browser with an open wallet window, so that it may use every route. */
    makeClient: async () => makeWalletClient(ask, { origin: walletOrigin, mails, time, window: await openWindow() }),
  }
}

type WindowHeaders = { Cookie: string; 'Wallet-Window': string }

export type WalletServer = Awaited<ReturnType<typeof makeWalletServer>>
export type WalletClient = Awaited<ReturnType<typeof makeWalletClient>>

/** The changes that an attacker makes to a DPoP proof. */
export type DpopProofChange = { header?: object; claims?: object; key?: CryptoKey }

type SendOptions = {
  body?: unknown
  token?: string | undefined
  change?: DpopProofChange
  /** By default those of the browser's wallet window. */
  headers?: Record<string, string> | undefined
}

/** Makes a browser that signs each request with its client key and the latest DPoP nonce. */
export const makeWalletClient = async (
  ask: Ask,
  { origin, mails, time, window }: { origin: string; mails: Mail[]; time?: { now: number }; window?: WindowHeaders },
) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const known = { nonce: '' }
  const recorded: { path: string; init: RequestInit }[] = []

  const prove = (method: string, path: string, accessToken?: string, change: DpopProofChange = {}): Promise<string> =>
    new SignJWT({
      jti: randomUUID(),
      htm: method,
      htu: `${origin}/v1/wallet/${path.split('?')[0]}`,
      iat: Math.floor((time?.now ?? Date.now()) / 1_000),
      nonce: known.nonce,
      ...(accessToken && { ath: createHash('sha256').update(accessToken).digest('base64url') }),
      ...change.claims,
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...change.header })
      .sign(change.key ?? privateKey)

  const send = async (
    method: string,
    path: string,
    { body, token, change, headers = window }: SendOptions = {},
  ): Promise<Response> => {
    if (!known.nonce) known.nonce = (await ask('nothing')).headers.get('DPoP-Nonce') ?? ''
    const init: RequestInit = {
      method,
      headers: {
        DPoP: await prove(method, path, token, change),
        ...(token && { Authorization: `DPoP ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    recorded.push({ path, init })
    const response = await ask(path, init)
    known.nonce = response.headers.get('DPoP-Nonce') ?? known.nonce
    return response
  }

  /** Sends a request, and sends it again with the server's new nonce if the server rejects the first DPoP proof. */
  const call = async (...[method, path, options]: Parameters<typeof send>) => {
    const first = await send(method, path, options)
    const again = first.status === 401 && (await readAnswerBody(first.clone())).code === 'DPOP_INVALID'
    const response = again ? await send(method, path, options) : first
    return { status: response.status, body: await readAnswerBody(response) }
  }

  /** Starts a login, and solves the proof of work if the server requires one. */
  const startWithWork = async (email: string, host = shopOrigin, headers: Record<string, string> = {}) => {
    const body = { projectId: 'shop', host, email, locale: 'en' }
    const first = await call('POST', 'login/email', { body, headers: { ...window, ...headers } })
    if (!first.body.work) return first
    const work = solveWork(first.body.work)
    return call('POST', 'login/email', { body: { ...body, work }, headers: { ...window, ...headers } })
  }

  const start = async (email: string, host = shopOrigin): Promise<EmailLogin> => (await startWithWork(email, host)).body

  /** Completes a login with the code of its mail. */
  const signIn = async (email: string, host = shopOrigin): Promise<LoginResult> => {
    const login = await start(email, host)
    const { body } = await call('POST', `login/${login.challengeId}/code`, {
      body: { code: loginCodeInMail(mails.at(-1)) },
    })
    return body
  }

  return { send, call, start, startWithWork, signIn, prove, recorded, privateKey, jwk, known }
}

/** Solves a proof of work. */
export const solveWork = ({ challenge, bits }: ProofOfWork): SolvedWork => {
  const isSolved = (part: number, nonce: number): boolean => {
    const hash = createHash('sha256')
      .update(proofOfWorkText(challenge, part, nonce))
      .digest()
    return Math.clz32(hash.readUInt32BE(0)) >= bits
  }
  const nonces = Array.from({ length: workParts }, (_, part) => {
    let nonce = 0
    while (!isSolved(part, nonce)) nonce++
    return nonce
  })
  return { challenge, nonces }
}

/** Reads the JSON of a response. For a failure, returns only the error code and its values. */
export const readAnswerBody = async (response: Response) => {
  const body = await response.json()
  if (response.ok) return body
  const [{ code, values }] = body.reasons
  return values ? { code, values } : { code }
}

export const loginCodeInMail = (mail: Mail | undefined): string =>
  /^ {4}([A-Z0-9]{6,10})$/m.exec(mail?.text ?? '')?.[1] ?? ''
