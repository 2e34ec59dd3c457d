import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { SessionTypes } from '@walletconnect/types'
import type { Proposal } from './proposal.ts'
import { clientError } from './relayFailure.ts'
import type { RelayGuard } from './relayGuard.ts'
import { readSession, type Session } from './session.ts'
import type { SignClientInstance } from './signClient.ts'
import { createAuthenticate, type SignInRequest } from './signIn/authenticate.ts'
import type { SignedIn } from './signIn/signedSession.ts'

export type Pairing = {
  uri: string
  /** ms since the epoch. */
  expiresAt: number
  /** The session that the wallet settled. Rejects when the wallet declines or after `end`. */
  settled: Promise<Settled>
  end(): void
}

/** `signedIn`: what the wallet signed while it connected, if it was asked to and could. Not verified yet. */
export type Settled = Session & { signedIn?: SignedIn[] }

export type Pair = (proposal: Proposal, signIn?: SignInRequest) => Promise<Pairing>

/** Below the 300 s for which the relay keeps a pairing, so the code on screen is always valid. */
const pairingMs = 240_000
/** sign-client still reads a session for a moment after storing it, so a disconnect waits this long. */
const sessionReadMs = 500
export const userDisconnected = { code: 6000, message: 'User disconnected.' }

/** Proposes sessions by QR code or link. `onSettled` runs when a proposal became the only session. */
export const pairWith = (client: SignClientInstance, relay: RelayGuard, onSettled: () => void): Pair => {
  const authenticate = createAuthenticate(client)
  const dead = disconnectLateSessions(client)

  const propose = async (proposal: Proposal, signIn?: SignInRequest) => {
    if (signIn) return authenticate(proposal, signIn)
    const { uri, approval } = await client.connect({ optionalNamespaces: proposal })
    return { uri, approval: approval().then((session) => ({ session })) }
  }
  /** A new connection replaces the session with the previous wallet. */
  const disconnectOthers = async (topic: string) => {
    for (const other of client.session.getAll().filter((session) => session.topic !== topic))
      await client.disconnect({ topic: other.topic, reason: userDisconnected }).catch(() => {})
  }
  const expireProposals = (topic: string) => {
    for (const { id, pairingTopic } of client.proposal.getAll())
      if (pairingTopic === topic) client.events.emit('proposal_expire', { id })
  }
  type Approved = { session: SessionTypes.Struct; signedIn?: SignedIn[] }
  const settle = async (topic: string, approved: Promise<Approved>): Promise<Settled> => {
    try {
      const { session, signedIn } = await approved
      await disconnectOthers(session.topic)
      onSettled()
      return { ...readSession(session), ...(signedIn && { signedIn }) }
    } catch (thrown) {
      dead.add(topic)
      throw clientError(thrown)
    }
  }

  return async (proposal, signIn) => {
    const { uri, approval } = await relay.use(() => propose(proposal, signIn))
    if (!uri) throw new AppError(commonErrors.RELAY_UNREACHABLE)
    const topic = /^wc:([\da-f]+)@/.exec(uri)?.[1] ?? ''
    const ended = Promise.withResolvers<never>()
    const end = () => {
      clearTimeout(timer)
      dead.add(topic)
      ended.reject(new AppError(commonErrors.PAIRING_EXPIRED))
      // Without this, sign-client's own timer later rejects a promise that no code awaits.
      expireProposals(topic)
    }
    const timer = setTimeout(end, pairingMs)
    const settled = settle(topic, Promise.race([approval, ended.promise])).finally(() => clearTimeout(timer))
    // Callers don't await a pairing that they gave up, and its rejection must not count as unhandled.
    settled.catch(() => {})
    return { uri, expiresAt: Date.now() + pairingMs, settled, end }
  }
}

/**
 * Disconnects sessions of ended pairings, because sign-client settles a session even for a proposal that it refused.
 * Returns the topics of ended pairings.
 */
const disconnectLateSessions = (client: SignClientInstance): Set<string> => {
  const dead = new Set<string>()
  const keepSession = client.session.set
  client.session.set = async (topic, session) => {
    await keepSession(topic, session)
    if (dead.has(session.pairingTopic))
      setTimeout(() => void client.disconnect({ topic, reason: userDisconnected }).catch(() => {}), sessionReadMs)
  }
  return dead
}
