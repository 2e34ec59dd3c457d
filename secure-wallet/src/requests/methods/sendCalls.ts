import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import { numberToHex } from 'viem'
import type { SentEnd } from '../../approval/sentPanel.ts'
import { hasSucceeded, type Receipt } from '../fees/receipt.ts'
import { broadcastTransaction } from './broadcast.ts'
import type { Bundle } from './bundles.ts'
import { checkRequestedCall } from './callParams.ts'
import type { SignedTransaction } from './drafts.ts'
import { defineRpcMethod } from './method.ts'
import {
  checkOwnEvmAddress,
  evmAddressSchema,
  findNetwork,
  hexSchema,
  quantitySchema,
  type RpcContext,
} from './scope.ts'
import { prepareCalls, type ReceiptReader, type SendSigned } from './transactions.ts'

const callLimit = 20
const capability = v.looseObject({ optional: v.optional(v.boolean()) })
const capabilities = v.optional(v.record(v.string(), capability), {})
const params = v.tuple([
  v.object({
    version: v.optional(v.string()),
    id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(4_096))),
    from: v.optional(evmAddressSchema),
    chainId: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,13}$/))),
    atomicRequired: v.optional(v.boolean(), false),
    calls: v.pipe(
      v.array(
        v.object({
          to: v.optional(evmAddressSchema),
          data: v.optional(hexSchema, '0x'),
          value: v.optional(quantitySchema, 0),
          capabilities,
        }),
      ),
      v.minLength(1),
    ),
    capabilities,
  }),
])

/** EIP-5792 without atomic execution: each call is a separate transaction, sent once the previous one is in a block. */
export const sendCalls = defineRpcMethod(params, async ([requested], context) => {
  const { scope } = context
  const account = checkOwnEvmAddress(scope, requested.from)
  const network = requested.chainId === undefined ? context.network : findBundleNetwork(context, requested.chainId)
  if (requested.atomicRequired) throw new AppError(walletErrors.ATOMICITY_NOT_SUPPORTED)
  if (requested.calls.length > callLimit) throw new AppError(walletErrors.BUNDLE_TOO_LARGE)
  for (const capabilities of [requested.capabilities, ...requested.calls.map((call) => call.capabilities)])
    if (Object.values(capabilities).some(({ optional }) => optional !== true))
      throw new AppError(walletErrors.UNSUPPORTED_CAPABILITY)
  const calls = requested.calls.map(({ to, data, value }) =>
    checkRequestedCall({ to: to ?? null, data, value, gas: null }),
  )

  const id = requested.id ?? numberToHex(BigInt(`0x${crypto.randomUUID().replaceAll('-', '')}`), { size: 32 })
  await scope.bundles.reserve(id)
  try {
    const at = { ...context, network, chainId: network.caipNetworkId }
    const bundle: Bundle = { id, chainId: at.chainId, account, count: calls.length, hashes: [], isOver: false }
    const send: SendSigned = async (signed, receiptOf) => {
      const [first, ...others] = signed
      if (first) bundle.hashes.push(await broadcastTransaction(at, first))
      await scope.bundles.put(bundle)
      // The host page gets the bundle's id now and polls the status, so nobody waits for the other calls here.
      const sending = sendOthers(at, bundle, others, receiptOf)
      sending.catch(() => undefined)
      return { result: { id }, readEnd: () => endOf(bundle, sending, receiptOf) }
    }
    const noRequestedFees = { nonce: null, gasPrice: null, cap: null, tip: null }
    return await scope.approvals.ask(() =>
      prepareCalls(at, { account, requested: calls, requestedFees: noRequestedFees, send }),
    )
  } finally {
    scope.bundles.release(id)
  }
})

const sendOthers = async (
  context: RpcContext,
  bundle: Bundle,
  others: readonly SignedTransaction[],
  receiptOf: ReceiptReader,
): Promise<void> => {
  const { bundles } = context.scope
  try {
    for (const each of others) {
      const receipt = await receiptOf(bundle.hashes.at(-1) ?? '')
      // The visitor approved the later calls on the condition that this call succeeds. After a failed call, the later
      // calls could have another effect.
      if (!hasSucceeded(receipt)) break
      bundle.hashes.push(await broadcastTransaction(context, each))
      await bundles.put(bundle)
    }
  } finally {
    bundle.isOver = true
    await bundles.put(bundle)
  }
}

/** How the last transaction that was sent ended, and how many calls of the bundle succeeded. */
const endOf = async ({ count, hashes }: Bundle, sending: Promise<void>, receiptOf: ReceiptReader): Promise<SentEnd> => {
  // If a later call could not be sent, the request has ended too.
  await sending.catch(() => undefined)
  const hash = hashes.at(-1) ?? ''
  const hasLastSucceeded = hasSucceeded(await receiptOf(hash))
  const done = hashes.length - (hasLastSucceeded ? 0 : 1)
  return { isDone: done === count, hash, ...(count > 1 && { actions: { n: count, done } }) }
}

const findBundleNetwork = ({ scope }: RpcContext, hexId: string) => {
  try {
    return findNetwork(scope.networks, `eip155:${Number(hexId)}`, 'eip155')
  } catch (cause) {
    throw new AppError(walletErrors.UNSUPPORTED_CHAIN_ID, { cause })
  }
}

const statusParams = v.tuple([v.pipe(v.string(), v.minLength(1), v.maxLength(4_096))])
/**
 * The status codes of EIP-5792. 100: pending. 200: all calls are in blocks. 400: no call was included. 500: the first
 * call failed. 600: some calls failed.
 */
export const getCallsStatus = defineRpcMethod(statusParams, async ([id], { scope }) => {
  const bundle = await scope.bundles.find(id)
  if (!bundle || bundle.account !== checkOwnEvmAddress(scope, undefined))
    throw new AppError(walletErrors.UNKNOWN_BUNDLE_ID)
  const { chainId, hashes, count, isOver } = bundle
  const found = await Promise.all(
    hashes.map((hash) => scope.node.ask(chainId, 'eth_getTransactionReceipt', [hash]) as Promise<Receipt | null>),
  )
  const receipts = found
    .filter((receipt) => receipt !== null)
    .map(({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }) => ({
      logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
      ...{ status, blockHash, blockNumber, gasUsed, transactionHash },
    }))
  return {
    version: '2.0.0',
    id,
    chainId: numberToHex(Number(chainId.slice('eip155:'.length))),
    status: statusOf(receipts.map(hasSucceeded), hashes.length, count, isOver),
    atomic: false,
    receipts,
  }
})

const statusOf = (succeeded: boolean[], sent: number, count: number, isOver: boolean): number => {
  const hasFailed = succeeded.includes(false)
  if (hasFailed) return succeeded[0] === false ? 500 : 600
  if (succeeded.length < sent) return 100
  if (sent === count) return 200
  if (!isOver) return 100
  return sent === 0 ? 400 : 600
}
