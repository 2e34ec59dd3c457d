import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { evmAddressSchema, hexSchema, quantitySchema } from './scope.ts'

/** The transaction fields that a host page may set. Blobs and authorisations are refused instead of dropped. */
const fields = {
  from: v.optional(evmAddressSchema),
  to: v.nullish(evmAddressSchema),
  value: v.optional(quantitySchema, 0),
  data: v.optional(hexSchema),
  input: v.optional(hexSchema),
  gas: v.optional(quantitySchema),
  gasLimit: v.optional(quantitySchema),
  gasPrice: v.optional(quantitySchema),
  maxFeePerGas: v.optional(quantitySchema),
  maxPriorityFeePerGas: v.optional(quantitySchema),
  nonce: v.optional(quantitySchema),
  chainId: v.optional(quantitySchema),
  type: v.optional(v.string()),
  accessList: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0))),
}
export const transactionParamsSchema = v.tuple([v.strictObject(fields)])
type TransactionParams = v.InferOutput<typeof transactionParamsSchema>[0]

const dataLimit = 131_072

export type RequestedCall = { to: Address | null; value: bigint; data: Hex; gas: bigint | null }
/** The host page sets `nonce` to replace a pending transaction. */
export type RequestedFees = { nonce: number | null; gasPrice: bigint | null; cap: bigint | null; tip: bigint | null }

export const readTransactionParams = (
  params: TransactionParams,
  chainId: string,
): { call: RequestedCall; requestedFees: RequestedFees } => {
  const { data, input, gas, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce, type } = params
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    throw new AppError(commonErrors.INVALID_PARAMS)
  if (params.chainId !== undefined && params.chainId !== BigInt(chainId))
    throw new AppError(commonErrors.INVALID_PARAMS)
  if (type !== undefined && !['0x0', '0x1', '0x2'].includes(type))
    throw new AppError(walletErrors.TRANSACTION_TYPE_NOT_SUPPORTED)
  const isNew = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined && isNew) throw new AppError(walletErrors.GAS_PRICE_WITH_FEE_FIELDS)
  if ((maxPriorityFeePerGas ?? 0n) > (maxFeePerGas ?? 2n ** 256n)) throw new AppError(walletErrors.TIP_ABOVE_FEE_CAP)
  const call = { to: params.to ?? null, value: params.value, data: data ?? input ?? '0x', gas: gas ?? gasLimit ?? null }
  if (nonce !== undefined && nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw new AppError(walletErrors.NONCE_AT_MAXIMUM)
  return {
    call: checkRequestedCall(call),
    requestedFees: {
      nonce: nonce === undefined ? null : Number(nonce),
      gasPrice: gasPrice ?? null,
      cap: maxFeePerGas ?? null,
      tip: maxPriorityFeePerGas ?? null,
    },
  }
}

/** A transaction without `to` creates a contract and needs code. */
export const checkRequestedCall = (call: RequestedCall): RequestedCall => {
  if (call.data.length > dataLimit * 2 || (call.to === null && call.data === '0x'))
    throw new AppError(commonErrors.INVALID_PARAMS)
  return call
}
