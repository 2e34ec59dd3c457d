import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { WalletConnectSettings } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError, walletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { SignClient } from '@walletconnect/sign-client'
import type { SessionTypes } from '@walletconnect/types'
import { fixEngine } from './engineFixes.ts'
import type { Proposal } from './proposal.ts'
import { relayFailure } from './relayFailure.ts'
import { guardLine, type Relayer } from './relayGuard.ts'
import { readSession, type Session } from './session.ts'
import { createOneClick, type SignInRequest } from './signIn/oneClick.ts'
import type { SignedIn } from './signIn/signedSession.ts'
import { openClientStorage } from './storage.ts'
import { createTurns } from './turns.ts'
import { createUnanswered } from './unanswered.ts'

export type Pairing = {
  uri: string
  /** ms since the epoch. */
  expiresAt: number
  /** The session that came of it. Rejects when the wallet declines, and when `end` was called. */
  settled: Promise<Settled>
  end(): void
}

/** `signedIn`: what the wallet signed while it connected, where it was asked to and could. Nobody has checked it. */
export type Settled = Session & { signedIn?: SignedIn[] }

/** What a wallet says by itself: `chainChanged`, `accountsChanged`. */
export type WalletEvent = { name: string; data: unknown; caipNetworkId: string }

export type Client = {
  pair(proposal: Proposal, signIn?: SignInRequest): Promise<Pairing>
  session(): Session | null
  /** Connects to the relay and takes what waited there; `isStale` where a line that seems to be up may be dead. */
  wake(isStale?: boolean): Promise<void>
  /** Lets go of the relay, so that a page that sleeps holds no line. */
  sleep(): Promise<void>
  request(caipNetworkId: string, request: JsonRpcRequest): Promise<unknown>
  disconnect(): Promise<void>
  /** Whether the stored data is as this tab left it. */
  isClaimedBy(tab: string): Promise<boolean>
  claim(tab: string): Promise<void>
  /** For good. */
  close(): Promise<void>
}

export type ClientEvents = {
  /** It changed, or there is none any more. */
  onSession(session: Session | null): void
  onEvent(event: WalletEvent, session: Session): void
  /** A request has left. Every tab hears of it; the one that waits for its answer knows why. */
  onSent?(request: SentRequest): void
}
/** `id` is that under which the wallet knows it. */
export type SentRequest = { id: number; topic: string }
export type ClientOptions = ClientEvents & {
  settings: WalletConnectSettings
  projectName: string
  /** Of the page, as the handshake attested it. */
  hostOrigin: string
}

/** A pairing lives 300 s on the relay; specification 9 ends it sooner. */
const pairingMs = 240_000
/** The tab that had the data last. */
const claimKey = 'appkit:tab'
const userDisconnected = { code: 6000, message: 'User disconnected.' }

/** The client of @walletconnect/sign-client, with what it must not do taken out of it. */
export const openClient = async (options: ClientOptions): Promise<Client> => {
  const { settings, hostOrigin, projectName, onSession, onEvent } = options
  // Names the stored data, and the one core that there may be of it. Browsers keep one storage for all origins of a site,
  // and a session is the wallet's word to one of them.
  const storagePrefix = `appkit ${hostOrigin}`
  const storage = openClientStorage(storagePrefix)
  const client = await SignClient.init({
    relayUrl: settings.relayUrl,
    projectId: settings.projectId,
    // It takes no other origin than that of this frame, and complains of one.
    metadata: { name: projectName, description: '', url: globalThis.location?.origin ?? hostOrigin, icons: [] },
    customStoragePrefix: storagePrefix,
    storage,
    telemetryEnabled: false,
    logger: 'silent',
  })
  // It would ask a foreign server about each connection and each request, and wait five seconds for it.
  client.core.verify.register = async () => ''
  // It would tell the relay, in the clear, which method on which chain each message is, and the hash that came of it.
  Object.assign(client.engine, { getTVFParams: () => ({}) })
  fixEngine(client)
  // The wallet has to show the site.
  client.metadata.url = hostOrigin
  const relayer = client.core.relayer as Relayer
  const line = guardLine(relayer, client.core.heartbeat, hostOrigin)

  // One that has expired stands there until the next beat.
  const current = () => client.session.getAll().findLast(({ expiry }) => expiry * 1_000 > Date.now()) ?? null
  const unanswered = createUnanswered()
  const tell = () => {
    const session = current()
    unanswered.keep(session?.topic)
    onSession(session && readSession(session))
  }
  for (const event of ['session_update', 'session_delete', 'session_expire', 'session_extend'] as const)
    client.on(event, tell)
  client.on('session_event', ({ topic, params }) => {
    const { event, chainId } = params
    const session = current()
    if (session?.topic !== topic) return
    onEvent({ name: event.name, data: event.data, caipNetworkId: chainId }, readSession(session))
  })

  client.on('session_request_sent', ({ id, topic }) => options.onSent?.({ id, topic }))

  const nextTurn = createTurns()
  const proposeSignIn = createOneClick(client)

  /** Pairings of which nothing may come any more. The client goes on to make a session of one that it has refused itself. */
  const dead = new Set<string>()
  const keepSession = client.session.set
  client.session.set = async (topic, session) => {
    await keepSession(topic, session)
    if (dead.has(session.pairingTopic))
      // The client still reads it.
      setTimeout(() => void client.disconnect({ topic, reason: userDisconnected }).catch(() => {}), 500)
  }

  /** A visitor who connects anew leaves the wallet of before. */
  const leaveOthers = async (topic: string) => {
    for (const other of client.session.getAll().filter((session) => session.topic !== topic))
      await client.disconnect({ topic: other.topic, reason: userDisconnected }).catch(() => {})
  }

  return {
    pair: async (proposal, signIn) => {
      const { uri, approval } = await line.use(async () => {
        if (signIn) return proposeSignIn(proposal, signIn)
        const { uri, approval } = await client.connect({ optionalNamespaces: proposal })
        return { uri, approval: approval().then((session) => ({ session })) }
      })
      if (!uri) throw new AppError(commonErrors.RELAY_UNREACHABLE)
      const topic = /^wc:([\da-f]+)@/.exec(uri)?.[1] ?? ''
      // Ending it before its own clock does also keeps that clock from rejecting where nobody listens.
      const ended = Promise.withResolvers<never>()
      const end = () => {
        clearTimeout(timer)
        dead.add(topic)
        ended.reject(new AppError(commonErrors.PAIRING_EXPIRED))
        for (const { id, pairingTopic } of client.proposal.getAll())
          if (pairingTopic === topic) client.events.emit('proposal_expire', { id })
      }
      const timer = setTimeout(end, pairingMs)
      const settle = async () => {
        try {
          const answer: { session: SessionTypes.Struct; signedIn?: SignedIn[] } = await Promise.race([
            approval,
            ended.promise,
          ])
          const { session, signedIn } = answer
          await leaveOthers(session.topic)
          tell()
          return { ...readSession(session), ...(signedIn && { signedIn }) }
        } catch (thrown) {
          dead.add(topic)
          throw clientError(thrown)
        } finally {
          clearTimeout(timer)
        }
      }
      const settled = settle()
      // Whoever waits hears of it; a pairing that was given up has nobody who waits.
      settled.catch(() => {})
      return { uri, expiresAt: Date.now() + pairingMs, settled, end }
    },
    session: () => {
      const session = current()
      return session && readSession(session)
    },
    wake: async (isStale = false) => {
      if (relayer.connected && isStale) await line.use(() => relayer.restartTransport())
      else if (!relayer.connected) await line.use(() => relayer.transportOpen())
    },
    sleep: () => relayer.transportClose(),
    request: async (chainId, { method, params }) => {
      await nextTurn()
      const topic = current()?.topic
      if (topic === undefined) throw new AppError(commonErrors.UNAUTHORIZED)
      try {
        const answer = line.race(client.request({ topic, chainId, request: { method, params } }))
        return await unanswered.during(topic, answer)
      } catch (thrown) {
        throw clientError(thrown)
      }
    },
    disconnect: async () => {
      const session = current()
      if (!session) return
      // A relay that can't be reached tells the wallet later, or never; here it ends now.
      await Promise.race([
        client.disconnect({ topic: session.topic, reason: userDisconnected }).catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, 2_000)),
      ])
      if (client.session.keys.includes(session.topic)) await client.session.delete(session.topic, userDisconnected)
      tell()
    },
    isClaimedBy: async (tab) => (await storage.getItem(claimKey)) === tab,
    claim: (tab) => storage.setItem(claimKey, tab),
    close: async () => {
      client.core.heartbeat.stop()
      // Else the next client would be given this core, with all that it knew.
      for (const end of ['', '_count']) Reflect.deleteProperty(globalThis, `_walletConnectCore_${storagePrefix}${end}`)
      await relayer.transportClose()
    },
  }
}

/** A wallet's own answer has a code; what has none went wrong on the way. */
const clientError = (thrown: unknown): AppError =>
  !(thrown instanceof AppError) && Object(thrown).code ? walletError(thrown) : relayFailure(thrown)
