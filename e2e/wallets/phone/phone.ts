import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { accountAt, methods } from '../demo/methods.ts'
import type { WalletStore } from '../demo/state.ts'
import { announce } from './announcements.ts'
import { askedChains, grantNamespaces, type Proposal } from './namespaces.ts'
import { readSignIn } from './signIn.ts'

export type Peer = { name: string; url: string }
export type Choice = { value: string; label: string }
export type Question = { title: string; peer: Peer; facts: [name: string, value: string][]; choices: Choice[] }
export type Answer = { isApproved: boolean; chosen: string[] }
/** The signal withdraws a question that has expired. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Answer>

type Options = {
  kit: IWalletKit
  store: WalletStore
  ask: Ask
  say: (text: string) => void
  /** Whether the phone signs in while it connects. Most wallets can't, and use the site's fallback. */
  signsIn: boolean
}
export type Phone = ReturnType<typeof createPhone>
type SessionRequest = Pick<WalletKitTypes.SessionRequest, 'id' | 'topic' | 'params'>
type PeerProposal = Proposal & { proposer: { metadata: Peer } }

/** Error codes of the WalletConnect specification: rejected by the user, unsupported chains, disconnected by the user. */
const reasons = {
  rejected: { code: 5000, message: 'User rejected.' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
  disconnected: { code: 6000, message: 'User disconnected.' },
}

/** The wallet's logic: turns the sites' requests into questions on the screen and sends the answers back. */
export function createPhone({ kit, store, ask, say, signsIn }: Options) {
  const waiting = new Map<number, { topic?: string; abort: AbortController }>()

  /** Asks each id once, even if it arrives again after a reload. Errors of the reply show on the screen. */
  async function once(id: number, topic: string | undefined, run: (signal: AbortSignal) => Promise<void>) {
    if (waiting.has(id)) return
    const abort = new AbortController()
    waiting.set(id, { abort, ...(topic && { topic }) })
    try {
      await run(abort.signal)
    } catch (cause) {
      say(cause instanceof Error ? cause.message : String(cause))
    } finally {
      waiting.delete(id)
    }
  }

  const decideProposal = (id: number, proposal: PeerProposal) =>
    once(id, undefined, async (signal) => {
      const { chains, account } = store.get()
      const asked = askedChains(proposal)
      const choices = chains
        .map(({ id: chainId, name }) => ({ value: `eip155:${chainId}`, label: name }))
        .filter(({ value }) => asked.includes(value))
      const missing = asked.filter((chain) => choices.every(({ value }) => value !== chain))
      const { address } = accountAt(account)
      const peer = proposal.proposer.metadata
      const facts: Question['facts'] = [['Account', address]]
      if (missing.length > 0) facts.push(['Not on this phone', summaryOf(missing)])
      const { isApproved, chosen } = await ask({ title: 'Connect to this site?', peer, facts, choices }, signal)
      if (signal.aborted) return
      if (!isApproved) await kit.rejectSession({ id, reason: reasons.rejected })
      else if (chosen.length === 0) await kit.rejectSession({ id, reason: reasons.unsupportedChains })
      else await kit.approveSession({ id, namespaces: grantNamespaces(proposal, chosen, address) })
      say(isApproved && chosen.length > 0 ? `Connected to ${peer.name}. Go back to it.` : 'Not connected.')
    })

  const decideSignIn = ({ id, params }: WalletKitTypes.SessionAuthenticate) =>
    once(id, undefined, async (signal) => {
      const { chains, account } = store.get()
      const ids = chains.map(({ id: chainId }) => `eip155:${chainId}`)
      const { message, sign } = readSignIn(kit, params.authPayload, ids, accountAt(account))
      const peer = params.requester.metadata
      const facts: Question['facts'] = [['Message', message]]
      const { isApproved } = await ask({ title: 'Connect and sign in?', peer, facts, choices: [] }, signal)
      if (signal.aborted) return
      if (isApproved) await kit.approveSessionAuthenticate({ id, auths: await sign() })
      else await kit.rejectSessionAuthenticate({ id, reason: reasons.rejected })
      say(isApproved ? `Connected to ${peer.name}. Go back to it.` : 'Not connected.')
    })

  const decideRequest = ({ id, topic, params }: SessionRequest) =>
    once(id, topic, async (signal) => {
      const peer = kit.getActiveSessions()[topic]?.peer.metadata
      if (!peer) return
      const chainId = Number(params.chainId.split(':')[1])
      const wallet = {
        // A request names its chain, so the chain that the phone shows doesn't matter.
        store: { ...store, get: () => ({ ...store.get(), chainId }) },
        ask: async ({ title, facts }: Pick<Question, 'title' | 'facts'>) =>
          (await ask({ title, facts, peer, choices: [] }, signal)).isApproved,
      }
      const reply = await outcomeOf(() => runMethod(wallet, params.request))
      if (signal.aborted) return
      await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...reply } })
      say('error' in reply ? `Not done: ${reply.error.message}` : `Done. Go back to ${peer.name}.`)
    })

  const withdraw = (isGone: (id: number, topic: string | undefined) => boolean) => {
    for (const [id, { topic, abort }] of waiting) if (isGone(id, topic)) abort.abort()
  }

  kit.on('session_proposal', ({ id, params }) => decideProposal(id, params))
  kit.on('session_request', decideRequest)
  // Without a listener for this event the kit rejects the request itself.
  if (signsIn) kit.on('session_authenticate', decideSignIn)
  kit.on('proposal_expire', ({ id }) => withdraw((waitingId) => waitingId === id))
  kit.on('session_request_expire', ({ id }) => withdraw((waitingId) => waitingId === id))
  kit.on('session_delete', ({ topic }) => {
    withdraw((_, waitingTopic) => waitingTopic === topic)
    say('A site has ended its session.')
  })

  let seen = store.get()
  let telling: Promise<void> = Promise.resolve()
  store.watch(() => {
    const before = seen
    const now = store.get()
    seen = now
    telling = telling.then(() => announce(kit, before, now)).catch((cause) => say(String(cause)))
  })

  return {
    /** Asks again for the requests that a reload interrupted. */
    resume(): void {
      for (const request of kit.getPendingSessionRequests()) decideRequest(request)
      for (const [id, proposal] of Object.entries(kit.getPendingSessionProposals()))
        decideProposal(Number(id), proposal)
    },
    pair: (uri: string): Promise<void> => kit.pair({ uri }),
    sessions: () => Object.values(kit.getActiveSessions()).map(({ topic, peer }) => ({ topic, peer: peer.metadata })),
    async endSession(topic: string): Promise<void> {
      withdraw((_, waitingTopic) => waitingTopic === topic)
      await kit.disconnectSession({ topic, reason: reasons.disconnected })
    },
  }
}

/** A site may ask for dozens. */
function summaryOf(chains: string[]): string {
  const rest = chains.length - 3
  return rest > 0 ? `${chains.slice(0, 3).join(', ')} and ${rest} more` : chains.join(', ')
}

async function runMethod(
  wallet: Parameters<(typeof methods)[string]>[0],
  { method, params }: { method: string; params: unknown },
): Promise<unknown> {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!run) throw Object.assign(new Error('The wallet does not support this method.'), { code: 4200 })
  return run(wallet, Array.isArray(params) ? params : [params])
}

async function outcomeOf(run: () => Promise<unknown>) {
  try {
    return { result: await run() }
  } catch (cause) {
    const { code = -32603, message } = cause as { code?: number; message: string }
    return { error: { code, message } }
  }
}
