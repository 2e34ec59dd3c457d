import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import type { ApprovedResult, PreparedRequest } from '../../approval/approvals.ts'
import type { SentEnd, SentTransaction } from '../../approval/sentPanel.ts'
import { solanaFee } from '../decode/solana/fee.ts'
import { readMessage, readTransaction, type SolanaTransaction } from '../decode/solana/transaction.ts'
import { readSignatureStatus } from '../fees/signatureStatus.ts'
import { type SolanaTrial, trySolana } from '../simulate/solana.ts'
import { loadSolanaCard } from './lazyMethods.ts'
import { proposeMessage } from './messageProposal.ts'
import { defineRpcMethod } from './method.ts'
import { checkOwnSolanaAddress, type RpcContext } from './scope.ts'

const text = v.pipe(v.string(), v.maxLength(200_000))
const encoded = v.pipe(v.string(), v.minLength(1), v.maxLength(2_000))
const commitment = v.picklist([
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
])
const sendOptions = v.object({
  skipPreflight: v.optional(v.boolean()),
  preflightCommitment: v.optional(commitment),
  maxRetries: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  minContextSlot: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})

const messageParams = v.object({ message: text, pubkey: v.optional(v.string()) })
export const signSolanaMessage = defineRpcMethod(messageParams, async ({ message, pubkey }, { scope, network }) => {
  const account = checkOwnSolanaAddress(scope, pubkey)
  const bytes = decode(base58, message)
  const isTransaction = (each: Uint8Array): boolean => readMessage(each) !== null || readTransaction(each) !== null
  const payload = bytesToHex(bytes)
  const prepared: PreparedRequest = {
    proposal: proposeMessage(bytes, payload, { scope, account, network, isTransaction }),
    complete: async (_choice, sign) => ({
      status: 'done',
      result: { signature: base58.encode(await sign(payload)) },
    }),
  }
  return scope.approvals.ask(async () => prepared)
})

/** A transaction with the signature of the account. */
export type SignedOnSolana = { signature: Uint8Array; transaction: Uint8Array }
type Answer = { result: unknown; sent?: SentTransaction }
/** `finish` makes the answer to the site from the signed transactions. */
export type SolanaRequest = {
  account: string
  transactions: readonly SolanaTransaction[]
  finish(signed: SignedOnSolana[]): Answer | Promise<Answer>
}
export type TriedOnSolana = Awaited<ReturnType<typeof simulate>>

/** Asks for one approval of one or several encoded transactions. */
const askFor = (
  context: RpcContext,
  pubkey: string | undefined,
  texts: readonly string[],
  finish: SolanaRequest['finish'],
): Promise<ApprovedResult> => {
  const account = checkOwnSolanaAddress(context.scope, pubkey)
  const request = { account, transactions: texts.map((each) => readOwn(each, account)), finish }
  return context.scope.approvals.ask(() => prepare(context, request))
}

/** Prepares the card of a request. The node simulates it while the code that makes the card loads. */
const prepare = async (context: RpcContext, request: SolanaRequest): Promise<PreparedRequest> => {
  const [{ proposeSolana }, tried] = await Promise.all([loadSolanaCard(), simulate(context, request)])
  return proposeSolana(context, request, tried)
}

const simulate = async ({ scope, chainId }: RpcContext, { account, transactions }: SolanaRequest) => {
  const madeAt = scope.now()
  // The first account of a transaction pays its fee.
  const fees = transactions.map(({ message }) => (message.accounts[0] === account ? solanaFee(message) : 0n))
  const tryAgain = (): Promise<SolanaTrial[]> =>
    Promise.all(
      transactions.map((each, index) => trySolana({ node: scope.node, chainId }, account, each, fees[index] ?? 0n)),
    )
  const [trials, list] = await Promise.all([tryAgain(), scope.tokenLists.read(chainId)])
  return { madeAt, fees, trials, list, tryAgain }
}

const oneParams = v.object({ transaction: encoded, pubkey: v.optional(v.string()) })
export const signSolanaTransaction = defineRpcMethod(oneParams, ({ transaction, pubkey }, context) =>
  askFor(context, pubkey, [transaction], ([signed]) => ({
    result: {
      signature: base58.encode(signed?.signature ?? new Uint8Array()),
      transaction: base64.encode(signed?.transaction ?? new Uint8Array()),
    },
  })),
)

const allParams = v.object({
  transactions: v.pipe(v.array(encoded), v.minLength(1), v.maxLength(10)),
  pubkey: v.optional(v.string()),
})
export const signSolanaTransactions = defineRpcMethod(allParams, ({ transactions, pubkey }, context) =>
  askFor(context, pubkey, transactions, (signed) => ({
    result: { transactions: signed.map(({ transaction }) => base64.encode(transaction)) },
  })),
)

const sendParams = v.object({
  transaction: encoded,
  pubkey: v.optional(v.string()),
  options: v.optional(sendOptions),
  sendOptions: v.optional(sendOptions),
})
export const sendSolanaTransaction = defineRpcMethod(sendParams, ({ transaction, pubkey, ...rest }, context) =>
  askFor(context, pubkey, [transaction], async ([signed]) => {
    const options = { encoding: 'base64', ...(rest.options ?? rest.sendOptions) }
    const wire = base64.encode(signed?.transaction ?? new Uint8Array())
    const { scope, network, chainId } = context
    const hash = await scope.node.ask(chainId, 'sendTransaction', [wire, options])
    if (typeof hash !== 'string') throw new AppError(commonErrors.UNKNOWN_NODE_ERROR)
    const readEnd = async (): Promise<SentEnd | null> => {
      const isDone = await readSignatureStatus(scope.node, chainId, hash)
      return isDone === null ? null : { isDone, hash }
    }
    return { result: { signature: hash }, sent: { network, hash, readEnd } }
  }),
)

const readOwn = (encodedText: string, account: string): SolanaTransaction => {
  const transaction = readTransaction(decode(base64, encodedText))
  if (!transaction) throw new AppError(commonErrors.INVALID_PARAMS)
  const { accounts, signerCount } = transaction.message
  const index = accounts.indexOf(account)
  if (index < 0 || index >= signerCount) throw new AppError(walletErrors.FOREIGN_ACCOUNT)
  return transaction
}

const decode = (coder: { decode(text: string): Uint8Array }, encodedText: string): Uint8Array => {
  try {
    return coder.decode(encodedText)
  } catch (cause) {
    throw new AppError(commonErrors.INVALID_PARAMS, { cause })
  }
}
