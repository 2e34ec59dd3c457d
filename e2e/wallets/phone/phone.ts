import type { IWalletKit } from '@reown/walletkit'
import { demoAccountAt } from '../demo/methods.ts'
import type { WalletState } from '../demo/state.ts'
import {
  decideProposal,
  decideRequest,
  decideSignIn,
  type PhoneContext,
  rejectionReasons,
  type SessionProposal,
  type SessionRequest,
} from './decisions.ts'
import { withChainsAndAccount } from './namespaces.ts'

/** `signsIn`: the phone supports one-click sign-in. Most wallets don't, so the site falls back to a proposal. */
type Options = PhoneContext & { signsIn: boolean }
export type Phone = ReturnType<typeof createPhone>

/** Turns what sites send into questions, and sends the visitor's answers back. */
export function createPhone({ signsIn, ...context }: Options) {
  const { kit, showStatus } = context
  const { once, withdraw } = createPending(showStatus)
  const onProposal = (proposal: SessionProposal) =>
    once(proposal.id, undefined, (signal) => decideProposal(context, proposal, signal))
  const onRequest = (request: SessionRequest) =>
    once(request.id, request.topic, (signal) => decideRequest(context, request, signal))

  kit.on('session_proposal', onProposal)
  kit.on('session_request', onRequest)
  // Without a listener WalletKit itself refuses a one-step sign-in.
  if (signsIn)
    kit.on('session_authenticate', (request) =>
      once(request.id, undefined, (signal) => decideSignIn(context, request, signal)),
    )
  kit.on('proposal_expire', ({ id }) => withdraw((waitingId) => waitingId === id))
  kit.on('session_request_expire', ({ id }) => withdraw((waitingId) => waitingId === id))
  kit.on('session_delete', ({ topic }) => {
    withdraw((_, waitingTopic) => waitingTopic === topic)
    showStatus('A site has ended its session.')
  })
  announceChanges(context)

  return {
    /** Shows the questions that a reload interrupted. */
    resume(): void {
      for (const request of kit.getPendingSessionRequests()) onRequest(request)
      for (const [id, params] of Object.entries(kit.getPendingSessionProposals()))
        onProposal({ id: Number(id), params })
    },
    pair: (uri: string): Promise<void> => kit.pair({ uri }),
    sessions: () => Object.values(kit.getActiveSessions()).map(({ topic, peer }) => ({ topic, peer: peer.metadata })),
    async endSession(topic: string): Promise<void> {
      withdraw((_, waitingTopic) => waitingTopic === topic)
      await kit.disconnectSession({ topic, reason: rejectionReasons.disconnected })
    },
  }
}

function createPending(showStatus: PhoneContext['showStatus']) {
  const pending = new Map<number, { topic?: string; abort: AbortController }>()
  return {
    /** Ignores an id that is pending: after a reload the same request may arrive twice. Errors go to the screen. */
    async once(id: number, topic: string | undefined, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
      if (pending.has(id)) return
      const abort = new AbortController()
      pending.set(id, { abort, ...(topic && { topic }) })
      try {
        await run(abort.signal)
      } catch (cause) {
        showStatus(cause instanceof Error ? cause.message : String(cause))
      } finally {
        pending.delete(id)
      }
    },
    withdraw(isGone: (id: number, topic: string | undefined) => boolean): void {
      for (const [id, { topic, abort }] of pending) if (isGone(id, topic)) abort.abort()
    },
  }
}

/** Announces one change at a time, because each update of a session starts from the one before. */
function announceChanges({ kit, store, showStatus }: PhoneContext): void {
  let previous = store.get()
  let last: Promise<void> = Promise.resolve()
  store.watch(() => {
    const before = previous
    const now = store.get()
    previous = now
    last = last.then(() => announce(kit, before, now)).catch((cause) => showStatus(String(cause)))
  })
}

/** Sends each session the events that it subscribed to. */
async function announce(kit: IWalletKit, before: WalletState, now: WalletState): Promise<void> {
  const { address } = demoAccountAt(now.account)
  const hasNewAccount = now.account !== before.account
  const hasNewChain = now.chainId !== before.chainId
  const current = `eip155:${now.chainId}`
  for (const { topic, namespaces } of Object.values(kit.getActiveSessions())) {
    const chains = namespaces.eip155?.chains ?? []
    const wanted = hasNewChain && !chains.includes(current) ? [...chains, current] : chains
    if (hasNewAccount || wanted !== chains)
      await kit.updateSession({ topic, namespaces: withChainsAndAccount(namespaces, wanted, address) })
    const emit = async (name: string, data: unknown) => {
      const chainId = wanted.includes(current) ? current : wanted[0]
      if (chainId && namespaces.eip155?.events.includes(name))
        await kit.emitSessionEvent({ topic, chainId, event: { name, data } })
    }
    if (hasNewAccount) await emit('accountsChanged', [address])
    if (hasNewChain) await emit('chainChanged', now.chainId)
  }
}
