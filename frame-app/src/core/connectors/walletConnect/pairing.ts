import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { relayErrors } from '@appkit-frame/loader/protocol/errors/relayErrors.ts'
import type { SessionTypes } from '@walletconnect/types'
import type { Proposal } from './proposal.ts'
import { readSession, type WalletConnectSession } from './readSession.ts'
import { signClientError } from './relayFailure.ts'
import type { RelayGuard } from './relayGuard.ts'
import type { SignClientInstance } from './signClient.ts'
import { createSignInProposer, type SignInRequest } from './signIn/authenticate.ts'
import type { WalletSignIn } from './signIn/signedSession.ts'

export type Pairing = {
  uri: string
  /** The time at which the pairing expires, in ms since the epoch. */
  expiresAt: number
  /** Resolves with the session that the wallet settled. Rejects when the wallet declines or after a call of `end`. */
  settled: Promise<SettledSession>
  end(): void
}

/**
 * `signedIn`: the messages that the wallet signed while it connected, not verified yet. Absent if the proposal asked
 * for none or the wallet can't sign in.
 */
export type SettledSession = WalletConnectSession & { signedIn?: WalletSignIn[] }

export type StartPairing = (proposal: Proposal, signIn?: SignInRequest) => Promise<Pairing>

/**
 * The lifetime of a pairing in the frame. The relay keeps a pairing longer, for 300 s, so the QR code on screen is
 * always valid.
 */
const pairingMs = 240_000
/**
 * The delay before a session that was settled too late is disconnected. sign-client still reads a session for a moment
 * after storing it.
 */
const sessionReadMs = 500
export const userDisconnectedReason = { code: 6000, message: 'User disconnected.' }

/**
 * Returns a function that proposes a session by QR code or link. `onSettled` runs when the proposed session is the only
 * one left.
 */
export const createPairingStarter = (
  client: SignClientInstance,
  relay: RelayGuard,
  onSettled: () => void,
): StartPairing => {
  const authenticate = createSignInProposer(client)
  const dead = disconnectLateSessions(client)

  const propose = async (proposal: Proposal, signIn?: SignInRequest) => {
    if (signIn) return authenticate(proposal, signIn)
    const { uri, approval } = await client.connect({ optionalNamespaces: proposal })
    return { uri, approval: approval().then((session) => ({ session })) }
  }
  /** Disconnects all other sessions, because a new connection replaces the one with the previous wallet. */
  const disconnectOthers = async (topic: string) => {
    for (const other of client.session.getAll().filter((session) => session.topic !== topic))
      await client.disconnect({ topic: other.topic, reason: userDisconnectedReason }).catch(() => {})
  }
  const expireProposals = (topic: string) => {
    for (const { id, pairingTopic } of client.proposal.getAll())
      if (pairingTopic === topic) client.events.emit('proposal_expire', { id })
  }
  type Approved = { session: SessionTypes.Struct; signedIn?: WalletSignIn[] }
  const settle = async (topic: string, approved: Promise<Approved>): Promise<SettledSession> => {
    try {
      const { session, signedIn } = await approved
      await disconnectOthers(session.topic)
      onSettled()
      return { ...readSession(session), ...(signedIn && { signedIn }) }
    } catch (thrown) {
      dead.add(topic)
      throw signClientError(thrown)
    }
  }

  return async (proposal, signIn) => {
    const { uri, approval } = await relay.use(() => propose(proposal, signIn))
    if (!uri) throw new AppError(relayErrors.RELAY_UNREACHABLE)
    const topic = /^wc:([\da-f]+)@/.exec(uri)?.[1] ?? ''
    const ended = Promise.withResolvers<never>()
    const end = () => {
      clearTimeout(timer)
      dead.add(topic)
      ended.reject(new AppError(relayErrors.PAIRING_EXPIRED))
      // If the proposal stayed in sign-client, a timer there would later reject a promise that no code awaits.
      expireProposals(topic)
    }
    const timer = setTimeout(end, pairingMs)
    const settled = settle(topic, Promise.race([approval, ended.promise])).finally(() => clearTimeout(timer))
    // Callers stop awaiting a pairing that they give up. The rejection of such a pairing must not count as unhandled.
    settled.catch(() => {})
    return { uri, expiresAt: Date.now() + pairingMs, settled, end }
  }
}

/**
 * Disconnects the sessions that wallets settle for ended pairings, because sign-client settles a session even after it
 * rejected the proposal. Returns an empty set, to which the caller adds the topics of ended pairings.
 */
const disconnectLateSessions = (client: SignClientInstance): Set<string> => {
  const dead = new Set<string>()
  const keepSession = client.session.set
  client.session.set = async (topic, session) => {
    await keepSession(topic, session)
    if (dead.has(session.pairingTopic))
      setTimeout(() => void client.disconnect({ topic, reason: userDisconnectedReason }).catch(() => {}), sessionReadMs)
  }
  return dead
}
