import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { Buffer } from 'buffer/index.js'
import { demoAccountAt, demoWalletMethods } from '../demo/methods.ts'
import type { WalletStore } from '../demo/state.ts'
import { grantNamespaces, type ProposedNamespaces, requestedChains } from './namespaces.ts'

type Peer = { name: string; url: string }
type Choice = { value: string; label: string }
export type PhoneQuestion = { title: string; peer: Peer; facts: [name: string, value: string][]; choices: Choice[] }
export type VisitorAnswer = { isApproved: boolean; chosen: string[] }
/** The signal is aborted when the question expires. */
export type AskVisitor = (question: PhoneQuestion, signal: AbortSignal) => Promise<VisitorAnswer>

export type PhoneContext = { kit: IWalletKit; store: WalletStore; ask: AskVisitor; showStatus: (text: string) => void }
export type SessionProposal = { id: number; params: ProposedNamespaces & { proposer: { metadata: Peer } } }
export type SessionRequest = Pick<WalletKitTypes.SessionRequest, 'id' | 'topic' | 'params'>

/**
 * Error codes of the WalletConnect specification: rejected by the user, unsupported chains, disconnected by the user.
 */
export const rejectionReasons = {
  rejected: { code: 5000, message: 'User rejected.' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
  disconnected: { code: 6000, message: 'User disconnected.' },
}

export async function decideProposal(
  { kit, store, ask, showStatus }: PhoneContext,
  { id, params: proposal }: SessionProposal,
  signal: AbortSignal,
): Promise<void> {
  const { chains, account } = store.get()
  const requested = requestedChains(proposal)
  const choices = chains
    .map(({ id: chainId, name }) => ({ value: `eip155:${chainId}`, label: name }))
    .filter(({ value }) => requested.includes(value))
  const missing = requested.filter((chain) => choices.every(({ value }) => value !== chain))
  const { address } = demoAccountAt(account)
  const peer = proposal.proposer.metadata
  const facts: PhoneQuestion['facts'] = [['Account', address]]
  if (missing.length > 0) facts.push(['Not on this phone', summarize(missing)])
  const { isApproved, chosen } = await ask({ title: 'Connect to this site?', peer, facts, choices }, signal)
  if (signal.aborted) return
  if (!isApproved) await kit.rejectSession({ id, reason: rejectionReasons.rejected })
  else if (chosen.length === 0) await kit.rejectSession({ id, reason: rejectionReasons.unsupportedChains })
  else await kit.approveSession({ id, namespaces: grantNamespaces(proposal, chosen, address) })
  showStatus(isApproved && chosen.length > 0 ? `Connected to ${peer.name}. Go back to it.` : 'Not connected.')
}

export async function decideSignIn(
  { kit, store, ask, showStatus }: PhoneContext,
  { id, params }: WalletKitTypes.SessionAuthenticate,
  signal: AbortSignal,
): Promise<void> {
  const { chains, account } = store.get()
  const ids = chains.map(({ id: chainId }) => `eip155:${chainId}`)
  const { message, sign } = readSignIn(kit, params.authPayload, ids, demoAccountAt(account))
  const peer = params.requester.metadata
  const facts: PhoneQuestion['facts'] = [['Message', message]]
  const { isApproved } = await ask({ title: 'Connect and sign in?', peer, facts, choices: [] }, signal)
  if (signal.aborted) return
  if (isApproved) await kit.approveSessionAuthenticate({ id, auths: await sign() })
  else await kit.rejectSessionAuthenticate({ id, reason: rejectionReasons.rejected })
  showStatus(isApproved ? `Connected to ${peer.name}. Go back to it.` : 'Not connected.')
}

export async function decideRequest(
  { kit, store, ask, showStatus }: PhoneContext,
  { id, topic, params }: SessionRequest,
  signal: AbortSignal,
): Promise<void> {
  const peer = kit.getActiveSessions()[topic]?.peer.metadata
  if (!peer) return
  const chainId = Number(params.chainId.split(':')[1])
  const wallet = {
    // A request names its chain, so the chain on the phone's screen doesn't matter.
    store: { ...store, get: () => ({ ...store.get(), chainId }) },
    ask: async ({ title, facts }: Pick<PhoneQuestion, 'title' | 'facts'>) =>
      (await ask({ title, facts, peer, choices: [] }, signal)).isApproved,
  }
  const reply = await outcomeOf(() => runMethod(wallet, params.request))
  if (signal.aborted) return
  await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...reply } })
  showStatus('error' in reply ? `Not done: ${reply.error.message}` : `Done. Go back to ${peer.name}.`)
}

/** Lists the first three chains and counts the others, because a site may request dozens. */
function summarize(chains: string[]): string {
  const rest = chains.length - 3
  return rest > 0 ? `${chains.slice(0, 3).join(', ')} and ${rest} more` : chains.join(', ')
}

/**
 * Reads a sign-in that a site requests together with the connection. As in the guide of Reown's WalletKit, the wallet
 * signs one message, which also holds the site's permissions (ReCap).
 */
function readSignIn(
  kit: IWalletKit,
  requested: WalletKitTypes.SessionAuthenticate['params']['authPayload'],
  chains: string[],
  account: ReturnType<typeof demoAccountAt>,
) {
  // WalletKit expects a global Buffer, which a browser doesn't have.
  Object.assign(globalThis, { Buffer })
  const payload = populateAuthPayload({ authPayload: requested, chains, methods: Object.keys(demoWalletMethods) })
  const iss = `did:pkh:${payload.chains[0]}:${account.address}`
  const message = kit.formatAuthMessage({ request: payload, iss })
  const sign = async () => {
    const signature = await account.signMessage({ message })
    return [buildAuthObject(payload, { t: 'eip191', s: signature }, iss)]
  }
  return { message, sign }
}

async function runMethod(
  wallet: Parameters<(typeof demoWalletMethods)[string]>[0],
  { method, params }: { method: string; params: unknown },
): Promise<unknown> {
  const run = Object.hasOwn(demoWalletMethods, method) ? demoWalletMethods[method] : undefined
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
