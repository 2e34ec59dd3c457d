import type { Network, SiteIdentity } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError, toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { bytesToHex, hexToBytes } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { type CardAnswer, createApprovals, type QueueTurn } from '../src/approval/approvals.ts'
import type { FrozenProposal } from '../src/approval/proposal.ts'
import type { SentTransaction } from '../src/approval/sentPanel.ts'
import { findAskingSite } from '../src/requests/askingSite.ts'
import { createPastRecipients } from '../src/requests/describe/recipients.ts'
import { withErrorCodes } from '../src/requests/fees/nodeErrors.ts'
import { createNonceAllocator } from '../src/requests/fees/nonces.ts'
import type { SiteLimits } from '../src/requests/limits/siteLimits.ts'
import { createBundleStore } from '../src/requests/methods/bundles.ts'
import { createRpcDispatcher } from '../src/requests/methods/index.ts'
import { createSentTransactions } from '../src/requests/methods/sentTransactions.ts'
import type { NodeClient } from '../src/session/node.ts'
import { memoryStore } from '../src/session/store.ts'
import { createTokenList, type ListedToken } from '../src/session/tokenList.ts'
import { createWithLock } from '../src/session/withLock.ts'
import type { WalletKeys } from '../src/unlock/keys.ts'
import type { SendFlowRequest } from '../src/windows/flows/flow.ts'
import { createTestSigning } from './signPayload.ts'

const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const seed = new Uint8Array(32).fill(5)
export const evmAccount = privateKeyToAccount(privateKey)
export const solanaAddress = base58.encode(ed25519.getPublicKey(seed))
export const hostOrigin = 'https://shop.example'

const network = (id: string, name: string): Network => ({
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})
export const testNetworks: Network[] = [
  network('31337', 'Localnet'),
  network('31338', 'Localnet Two'),
  {
    caipNetworkId: 'solana:local',
    chainNamespace: 'solana',
    id: 'local',
    name: 'Solana',
    nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  },
]

export type AnswerableCard = {
  frozen: FrozenProposal
  turn: QueueTurn
  approve(choiceId?: string): void
  refuse(): void
}

export type RpcSurroundings = {
  isSignedIn?: boolean
  networks?: Network[]
  host?: string
  now?: () => number
  listed?: ListedToken[]
  limits?: Partial<SiteLimits>
  /** Answers requests with the visitor's session, as the server does. */
  serve?: SendFlowRequest
  sites?: SiteIdentity[]
  isTrusted?: boolean
}

/** A wallet with one key per namespace. The test answers its cards instead of a click. */
export const createRpcWallet = (
  node: NodeClient,
  {
    isSignedIn = true,
    networks = testNetworks,
    host = hostOrigin,
    now = Date.now,
    listed = [],
    limits = {},
    serve = async () => ({}),
    sites = [],
    isTrusted = true,
  }: RpcSurroundings = {},
) => {
  const cards: AnswerableCard[] = []
  const signed: string[] = []
  const sent: (SentTransaction & { deed: string })[] = []
  const keys: WalletKeys = {
    accounts: () => (isSignedIn ? { eip155: evmAccount.address, solana: solanaAddress } : null),
    status: () => (isSignedIn ? 'ready' : 'none'),
    unlock: async () => undefined,
    ...createTestSigning(async (payload, namespace) => {
      signed.push(bytesToHex(payload))
      if (namespace === 'solana') return ed25519.sign(payload, seed)
      return hexToBytes(await sign({ hash: bytesToHex(payload), privateKey, to: 'hex' }))
    }),
  }
  const site = findAskingSite({ sites, host, isTrusted, isHostFramed: false })
  let waiting: (() => void)[] = []
  const approvals = createApprovals({
    keys,
    site: site.shown,
    removeCard: () => undefined,
    showSent: (each, deed) => void sent.push({ ...each, deed }),
    present: (frozen, turn) =>
      new Promise<CardAnswer>((resolve, reject) => {
        turn.signal.addEventListener('abort', () => reject(turn.signal.reason))
        cards.push({
          frozen,
          turn,
          approve: (choiceId = frozen.proposal.choices.find(({ isPreset }) => isPreset)?.id ?? '') =>
            resolve({ digest: frozen.digest, choiceId }),
          refuse: () => reject(new AppError(commonErrors.USER_REJECTED)),
        })
        for (const tell of waiting.splice(0)) tell()
      }),
  })
  const store = memoryStore()
  const known = withErrorCodes(node)
  const withLock = createWithLock(() => {
    throw new Error('no locks')
  })
  const bundles = createBundleStore(store)
  const recipients = createPastRecipients(store)
  const nonces = createNonceAllocator({ node: known, withLock })
  const answer = createRpcDispatcher({
    host,
    site,
    networks,
    keys,
    node: known,
    tokenLists: { read: async () => createTokenList(listed) },
    approvals,
    nonces,
    bundles,
    sent: createSentTransactions(),
    recipients,
    limits: { read: async () => null, reserve: async () => false, reportPaid: async () => undefined, ...limits },
    ask: serve,
    now,
  })
  return {
    approvals,
    cards,
    signed,
    sent,
    recipients,
    ask: (method: string, params?: unknown, chainId = 'eip155:31337') =>
      answer({ method, params, chainId, chainNamespace: chainId.split(':')[0] as ChainNamespace }),
    /** Waits until the wallet shows its card number `index`, and returns the card. */
    card: async (index: number): Promise<AnswerableCard> => {
      while (!cards[index]) await new Promise<void>((resolve) => (waiting = [...waiting, resolve]))
      return cards[index]
    },
  }
}

/** A node that supports only the methods of a table. */
export const nodeWithAnswers = (answers: { [method: string]: unknown }): NodeClient => ({
  ask: async (_chain, method, params) => {
    if (!Object.hasOwn(answers, method)) throw toWalletError({ code: -32601, message: 'Method not found' })
    const answer = answers[method]
    return typeof answer === 'function' ? answer(params) : answer
  },
})
