import { createHash } from 'node:crypto'
import {
  type CreateWalletRequest,
  type EmailLogin,
  type FlowAsker,
  type GuardianAnswer,
  type GuardianRequest,
  type KnownReceiver,
  type LimitedSite,
  type RunningRecovery,
  type SealedText,
  type SessionTokens,
  type ShareSetChange,
  type ShareSetRow,
  shareSetProofText,
  type WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { HonoRequest } from 'hono'
import { isHex, keccak256, recoverAddress, stringToHex } from 'viem'
import { isUnfinished } from '../src/unlock/unfinished.ts'
import { randomBytes, toBase64url } from '../src/worker/bytes.ts'
import { makeGuardianKeys } from './guardian.ts'
import { addLimitRoutes } from './limitRoutes.ts'
import { addRenewalRoutes } from './renewal.ts'
import { createTestServer, walletOrigin } from './server.ts'

const rightCode = '123456'
const windowKey = 'key of the window'
type GuardianAsk = {
  kind: string
  setId: string
  owner: string
  ownerKey: string
  share: string
  locale: string
  stop?: true
  ways?: string[]
  change?: { version: number; ways: string[] }
  deviceKey?: string
  skipsDelay?: false
  device?: { publicKey: string }
}
type StoredShareSet = { share: string | null; wrapped?: SealedText }

/** The number that the guardian shows in the secure frame. */
export const recoveryNumber = '47'
export type FailedPick = 'CODE_DEAD' | 'CODE_EXPIRED' | 'CHALLENGE_NOT_FOUND'

/** A fake wallet server and guardian for one visitor, as the secure frame sees them. */
export const createWalletServer = async () => {
  const server = createTestServer()
  const { app } = server
  const guardian = await makeGuardianKeys()
  const state = {
    tries: 3,
    /** The challenges of logins with a passkey. */
    challenges: [] as string[],
    /** The server does not recognise the browser, which has to open the wallet first. */
    isUnconfirmed: false,
    fresh: true,
    authTime: 0,
    /** The server has ended every session that it issued so far. */
    ended: false,
    guardianDown: false,
    releaseAt: 0,
    /** The number that the owner picked behind the guardian's link, or the failure that another press causes. */
    picked: null as typeof recoveryNumber | FailedPick | null,
    wallet: null as WalletRecord | null,
    shareSets: new Map<string, StoredShareSet>(),
    shares: new Map<string, string>(),
    owners: new Map<string, string>(),
    recognised: [] as string[],
    /** The keys of sites' frames that the guardian knows. */
    frames: [] as string[],
    /** The guardian's list of passkeys and backups. */
    ways: { version: 0, list: null as readonly string[] | null },
    /** The recoveries whose delay runs. */
    running: [] as RunningRecovery[],
    heardWays: (_by?: string): void => undefined,
    /** The language of the guardian's mails. */
    language: '',
    /** State of the seed phrase's export; null before the visitor requests the export. */
    exportAt: null as number | null,
    exportDelayMs: 0,
    deleteAt: null as number | null,
    /** How long the browser, which came in by mail alone, has to wait. */
    newBrowserUntil: null as number | null,
    forgetRequest: null as GuardianRequest | null,
    balance: '0x0',
    sites: [{ host: 'https://shop.example', limit: null }] as LimitedSite[],
    receivers: [] as KnownReceiver[],
    revoked: [] as string[],
    /** Sessions of other browsers. */
    others: [{ id: 'phone', host: 'https://shop.example', browser: 'Safari on iPhone' }],
    /**
     * Sessions that were ended with a proof of the unlocked wallet, so that their browsers also lost their share sets.
     */
    taken: [] as string[],
    flows: new Map<string, SealedText>(),
    answers: new Map<string, SealedText>(),
    askers: new Map<string, FlowAsker>(),
  }
  /**
   * The guardian share set for which the guardian recognises each browser. `challenged` is the share set that a visitor
   * recovers now.
   */
  const knownFor = new Map<string, string>()
  let challenged = ''
  let count = 0
  let sessions: SessionTokens[] = []
  const issue = (): SessionTokens => {
    count++
    const tokens = { accessToken: `a${count}`, accessExpiresAt: Date.now() + 600_000, refreshToken: `r${count}` }
    sessions.push(tokens)
    return tokens
  }
  const tokenOf = (request: HonoRequest) => request.header('Authorization')?.slice(5)
  const email = 'ada@shop.example'
  const facts = () => ({
    sessionId: 's',
    userId: 'u',
    email,
    browser: 'Chrome on Linux',
    custody: 'assisted',
    authTime: state.authTime,
    freshMs: Math.max(0, state.authTime + 300_000 - Date.now()),
    wallet: state.wallet,
    ...(state.isUnconfirmed && { isUnconfirmed: true }),
    ...(state.deleteAt !== null && { deleteAt: state.deleteAt }),
    ...(state.newBrowserUntil !== null && { newBrowserUntil: state.newBrowserUntil }),
  })
  const login = (): EmailLogin => ({
    challengeId: 'c',
    state: 'VERIFY_OTP',
    expiresAt: Date.now() + 300_000,
    resendAt: Date.now() + 30_000,
  })

  app.post('/login/email', (context) => context.json(login()))
  app.post('/login/:id/resend', (context) => context.json(login()))
  app.get('/login/:id', (context) => context.json(login()))
  app.post('/login/:id/code', async (context) => {
    const { code } = await context.req.json()
    if (code === rightCode) {
      state.fresh = true
      state.authTime = Date.now()
      return context.json({ tokens: issue(), session: facts() })
    }
    state.tries--
    if (state.tries === 0) return context.json({ reasons: [{ code: 'CODE_DEAD' }] }, 400)
    return context.json({ reasons: [{ code: 'CODE_WRONG', values: { n: state.tries } }] }, 400)
  })

  app.post('/login/passkey/challenge', (context) => {
    state.challenges.push(`${state.challenges.length}.challenge`)
    return context.json({ challenge: state.challenges.at(-1), expiresAt: Date.now() + 180_000 })
  })
  app.post('/login/passkey', async (context) => {
    const { credentialId, userHandle, clientDataJSON } = await context.req.json()
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const known = state.wallet?.sets.find((set) => set.signsIn && set.confirmed && set.credentialId === credentialId)
    const isOwn = Buffer.from(userHandle, 'base64url').toString() === facts().userId
    const isAsked = Buffer.from(challenge, 'base64url').toString() === state.challenges.at(-1)
    if (!known || !isOwn || !isAsked) return context.json({ reasons: [{ code: 'KEY_SET_NOT_FOUND' }] }, 404)
    state.fresh = true
    state.authTime = Date.now()
    return context.json({ tokens: issue(), session: facts() })
  })

  app.post('/session/refresh', async (context) => {
    const { refreshToken } = await context.req.json()
    const used = sessions.find((tokens) => tokens.refreshToken === refreshToken)
    sessions = sessions.filter((tokens) => tokens !== used)
    if (!used) return context.json({ reasons: [{ code: 'SESSION_REVOKED' }] }, 401)
    return context.json(issue())
  })
  for (const path of [
    '/session',
    '/session/sign-out',
    '/session/confirm',
    '/sessions',
    '/keys',
    '/keys/*',
    '/sets',
    '/sets/*',
    '/guardian/*',
    '/export',
    '/account/deletion',
    '/flows/:id/asker',
  ])
    app.use(path, async (context, next) => {
      if (state.ended) sessions = []
      if (!sessions.some(({ accessToken }) => accessToken === tokenOf(context.req)))
        return context.json({ reasons: [{ code: 'SESSION_REVOKED' }] }, 401)
      return next()
    })
  /** Like the real server, answers these requests only to a wallet window. */
  const ofWindow = [
    /^(GET|DELETE) \/sessions/,
    /^DELETE \/sets/,
    /\/keys\/renew/,
    /\/export/,
    /\/limits/,
    /\/receivers(?!\/paid)/,
    /^POST \/account/,
    /forget$/,
  ]
  app.use('*', async (context, next) => {
    const { method, path } = context.req
    const isOfWindow = ofWindow.some((pattern) => pattern.test(`${method} ${path.replace('/v1/wallet', '')}`))
    if (isOfWindow && context.req.header('Wallet-Window') !== windowKey)
      return context.json({ reasons: [{ code: 'WINDOW_REQUIRED' }] }, 403)
    return next()
  })
  const ofConfirmed = [
    /^POST \/keys/,
    /^POST \/sets$/,
    /^POST \/sets\/[^/]+\/confirm/,
    /^GET \/limits/,
    /(enrol|recognise)$/,
  ]
  app.use('*', async (context, next) => {
    const { method, path } = context.req
    const isRefused = ofConfirmed.some((pattern) => pattern.test(`${method} ${path.replace('/v1/wallet', '')}`))
    if (state.isUnconfirmed && isRefused) return context.json({ reasons: [{ code: 'DEVICE_NOT_APPROVED' }] }, 403)
    return next()
  })
  app.get('/session', (context) => context.json(facts()))
  app.delete('/sessions', async (context) => {
    if (!(await isTaken('all', context.req.query('proof'))))
      return context.json({ reasons: [{ code: 'WALLET_LOCKED' }] }, 400)
    sessions = []
    return context.json({})
  })
  app.post('/session/sign-out', (context) => {
    sessions = sessions.filter(({ accessToken }) => accessToken !== tokenOf(context.req))
    return context.json({})
  })

  app.post('/keys', async (context) => {
    const { walletId, accounts, vault, set, replaces }: CreateWalletRequest = await context.req.json()
    if (state.wallet && isUnfinished(state.wallet) && state.wallet.walletId === replaces) state.wallet = null
    if (state.wallet) return context.json({ reasons: [{ code: 'WALLET_EXISTS' }] }, 409)
    state.wallet = { walletId, epoch: 1, status: 'pending', accounts, vault, sets: [] }
    if (set) {
      const { setId, type, label, serverShare, wrapped } = set
      state.shareSets.set(setId, { share: serverShare, wrapped })
      const row = { setId, type, label, epoch: 1, createdAt: Date.now(), lastUsedAt: null, confirmed: false }
      state.wallet.sets.push(row)
    }
    return context.json(state.wallet)
  })
  const row = (setId: string): ShareSetRow | undefined => state.wallet?.sets.find((set) => set.setId === setId)
  app.post('/sets', async (context) => {
    if (state.wallet?.sets.length && !state.fresh)
      return context.json({ reasons: [{ code: 'FRESH_LOGIN_REQUIRED' }] }, 403)
    const { setId, type, label, credentialId, passkeyKey, signInKey } = await context.req.json()
    const share = type === 'kit' ? null : toBase64url(randomBytes(32))
    state.shareSets.set(setId, { share })
    state.wallet?.sets.push({
      setId,
      type,
      label,
      epoch: state.wallet?.epoch ?? 1,
      createdAt: Date.now(),
      lastUsedAt: null,
      confirmed: false,
      ...(credentialId && { credentialId }),
      ...(passkeyKey && { passkeyKey }),
      ...(signInKey && { signsIn: true }),
    })
    return context.json({ serverShare: share })
  })
  app.put('/sets/:id/wrapped', async (context) => {
    const stored = state.shareSets.get(context.req.param('id'))
    if (stored) stored.wrapped = (await context.req.json()).wrapped
    return context.json({})
  })
  app.post('/sets/:id/release', (context) => {
    const { share, wrapped } = state.shareSets.get(context.req.param('id')) ?? {}
    if (!wrapped) return context.json({ reasons: [{ code: 'KEY_SET_NOT_FOUND' }] }, 404)
    return context.json({ serverShare: share, wrapped })
  })
  const isProven = async (action: ShareSetChange['action'], setId: string, proof: unknown) => {
    if (!state.wallet) return true
    const { walletId, accounts, epoch } = state.wallet
    const hash = keccak256(
      stringToHex(shareSetProofText({ action, walletId, setId, epoch, sessionId: facts().sessionId })),
    )
    return isHex(proof) && (await recoverAddress({ hash, signature: proof })) === accounts.eip155
  }
  app.post('/session/confirm', async (context) => {
    const { proof } = await context.req.json()
    if (!(await isProven('recognise', facts().sessionId, proof)))
      return context.json({ reasons: [{ code: 'WALLET_LOCKED' }] }, 400)
    state.isUnconfirmed = false
    return context.json({})
  })
  addRenewalRoutes({ app, state, sessionId: facts().sessionId, isProven })
  addLimitRoutes({ app, state, sessionId: facts().sessionId })
  /** Returns false if the proof is wrong. Without a proof the server removes no share set. */
  const isTaken = async (target: string, proof: unknown) => {
    if (proof === undefined) return true
    if (!(await isProven('end', target, proof))) return false
    state.taken.push(target)
    return true
  }
  app.post('/sets/:id/confirm', async (context) => {
    const found = row(context.req.param('id'))
    const { proof } = await context.req.json()
    if (!(await isProven('confirm', context.req.param('id'), proof)))
      return context.json({ reasons: [{ code: 'WALLET_LOCKED' }] }, 400)
    if (found) found.confirmed = true
    if (state.wallet && found && found.type !== 'device') state.wallet.status = 'active'
    return context.json(state.wallet)
  })

  app.delete('/sets/:id', async (context) => {
    if (!state.fresh) return context.json({ reasons: [{ code: 'FRESH_LOGIN_REQUIRED' }] }, 403)
    if (!(await isProven('remove', context.req.param('id'), context.req.query('proof'))))
      return context.json({ reasons: [{ code: 'WALLET_LOCKED' }] }, 400)
    if (state.wallet) state.wallet.sets = state.wallet.sets.filter(({ setId }) => setId !== context.req.param('id'))
    return context.json(state.wallet)
  })

  app.post('/export', async (context) => {
    const { withPasskey } = await context.req.json()
    state.exportAt ??= Date.now() + (withPasskey ? 0 : state.exportDelayMs)
    return context.json({ readyAt: state.exportAt })
  })
  app.delete('/export', (context) => {
    state.exportAt = null
    return context.json({})
  })
  app.post('/account/deletion', async (context) => {
    const { forget } = await context.req.json()
    const opened = forget && (await guardian.open(forget))
    state.forgetRequest = opened ? opened.timed.request : null
    state.deleteAt = Date.UTC(2030, 0, 8)
    return context.json({ deleteAt: state.deleteAt })
  })
  app.delete('/account/deletion', (context) => {
    state.deleteAt = null
    return context.json({})
  })
  app.post('/rpc', async (context) => {
    const { requests, chainId } = (await context.req.json()) as { requests: { method: string }[]; chainId: string }
    const answers = requests.map(({ method }) =>
      chainId === 'eip155:10'
        ? { error: { code: -32000, message: 'gone' } }
        : { result: method === 'eth_getBalance' ? state.balance : { value: 0 } },
    )
    return context.json({ answers })
  })
  // The visitor's wallet window made every `vault` share set with this name.
  const isOfWindow = ({ type, label }: ShareSetRow) => type === 'vault' && label === facts().browser
  const isRemovable = () =>
    state.wallet?.status === 'active' &&
    state.wallet.sets.some((set) => set.confirmed && set.type !== 'device' && !isOfWindow(set))
  app.get('/sessions', (context) => {
    const times = { createdAt: 0, lastUsedAt: 0 }
    const left = state.others.filter(({ id }) => !state.revoked.includes(id))
    const own = { id: facts().sessionId, host: walletOrigin, browser: facts().browser, ...times, current: true }
    return context.json({ sessions: [own, ...left.map((row) => ({ ...row, ...times, current: false }))] })
  })
  app.delete('/sessions/:id', async (context) => {
    const id = context.req.param('id')
    if (!state.fresh) return context.json({ reasons: [{ code: 'FRESH_LOGIN_REQUIRED' }] }, 403)
    if (!(await isTaken(id, context.req.query('proof'))))
      return context.json({ reasons: [{ code: 'WALLET_LOCKED' }] }, 400)
    if (id === facts().sessionId) {
      if (!isRemovable()) return context.json({ reasons: [{ code: 'LAST_DURABLE_SET' }] }, 409)
      if (state.wallet) state.wallet.sets = state.wallet.sets.filter((set) => !isOfWindow(set))
      sessions = []
    }
    state.revoked.push(id)
    return context.json({})
  })
  app.post('/flows', async (context) => {
    const { flowId, request } = await context.req.json()
    state.flows.set(flowId, request)
    const { host } = context.get('proof').claims
    state.askers.set(flowId, { host: String(host), browser: 'Chrome on Linux', ownBrowser: 'Chrome on Linux' })
    return context.json({})
  })
  app.get('/flows/:id', (context) => context.json({ request: state.flows.get(context.req.param('id')) }))

  app.get('/flows/:id/asker', (context) => context.json(state.askers.get(context.req.param('id'))))
  app.post('/flows/:id/result', async (context) => {
    state.answers.set(context.req.param('id'), (await context.req.json()).result)
    return context.json({})
  })
  app.get('/flows/:id/result', async (context) => {
    const id = context.req.param('id')
    for (let turn = 0; turn < 100 && !state.answers.has(id); turn++)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return context.json({ result: state.answers.get(id) ?? null })
  })

  app.post('/guardian/:kind', async (context) => {
    if (state.guardianDown) return context.json({ reasons: [{ code: 'GUARDIAN_UNREACHABLE' }] }, 502)
    const { timed, sealAnswer } = await guardian.open(await context.req.json())
    const request = timed.request as unknown as GuardianAsk
    for (let turn = 0; request.kind === 'verify' && turn < 100 && state.picked === null; turn++)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const answer = (): GuardianAnswer => {
      switch (request.kind) {
        case 'enrol':
          state.shares.set(request.setId, request.share)
          state.owners.set(request.setId, request.owner)
          state.language = request.locale
          state.ways = { version: 1, list: request.ways ?? null }
          return { ok: true, kind: 'enrol' }
        case 'ways': {
          const { change } = request
          if (state.shares.size === 0) return { ok: false, failure: { code: 'KEY_SET_NOT_FOUND' } }
          if (change && change.version === state.ways.version)
            state.ways = { version: change.version + 1, list: change.ways }
          state.heardWays(request.device?.publicKey)
          return {
            ok: true,
            kind: 'ways',
            version: state.ways.version,
            ways: state.ways.list && [...state.ways.list],
            fullUntil: 0,
          }
        }
        case 'recoveries':
          if (request.stop) state.running = []
          return { ok: true, kind: 'recoveries', running: state.running }
        case 'recognise':
          ;(request.skipsDelay === false ? state.frames : state.recognised).push(request.deviceKey ?? '')
          knownFor.set(request.deviceKey ?? '', request.setId)
          return { ok: true, kind: 'recognise' }
        case 'forget': {
          const owner = createHash('sha256').update(Buffer.from(request.ownerKey, 'base64url')).digest('base64url')
          const isNamed = (setId: string) => [undefined, 'all', 'others', setId].includes(request.setId)
          const ownSets = [...state.owners]
            .filter(([setId, by]) => by === owner && isNamed(setId))
            .map(([setId]) => setId)
          if (ownSets.length === 0) return { ok: false, failure: { code: 'KEY_SET_NOT_FOUND' } }
          const kept = request.setId === 'others' ? request.device?.publicKey : undefined
          state.recognised = state.recognised.filter(
            (key) => key === kept || (knownFor.has(key) && !ownSets.includes(knownFor.get(key) ?? '')),
          )
          for (const setId of request.setId === undefined || request.setId === 'others' ? [] : ownSets) {
            state.shares.delete(setId)
            state.owners.delete(setId)
          }
          return { ok: true, kind: 'forget' }
        }
        case 'challenge':
          challenged = request.setId
          state.picked = null
          return {
            ok: true,
            kind: 'challenge',
            challengeId: 'g',
            number: recoveryNumber,
            expiresAt: Date.now() + 600_000,
          }
        case 'verify':
          if (state.picked === null) return { ok: true, kind: 'verify', releaseAt: null }
          if (state.picked !== recoveryNumber) return { ok: false, failure: { code: state.picked } }
          if (request.device && state.recognised.includes(request.device.publicKey))
            return { ok: true, kind: 'verify', releaseAt: 0 }
          return { ok: true, kind: 'verify', releaseAt: state.releaseAt }
        default: {
          const share = state.shares.get(challenged)
          if (share === undefined) return { ok: false, failure: { code: 'KEY_SET_NOT_FOUND' } }
          return { ok: true, kind: 'release', share, setId: challenged }
        }
      }
    }
    return context.json(await sealAnswer(answer()))
  })

  return {
    ...server,
    state,
    windowKey,
    connection: server.state,
    email,
    rightCode,
    guardianKey: guardian.publicKey,
  }
}

export type WalletServer = Awaited<ReturnType<typeof createWalletServer>>
