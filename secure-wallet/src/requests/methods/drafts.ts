import {
  type Hex,
  hexToNumber,
  keccak256,
  serializeTransaction,
  slice,
  type TransactionSerializable,
  toHex,
} from 'viem'
import type { PayloadSigner } from '../../approval/approvals.ts'
import type { PlannedTransaction } from '../simulate/plan.ts'

/** A signed transaction. `broadcastTransaction` sends it, and resolves with its hash once a node has accepted it. */
export type SignedTransaction = { nonce: number; raw: Hex; hash: Hex }
export type TransactionDraft = { digest: string; unsigned: TransactionSerializable }

export const draftTransaction = (
  { nonce, gas, to, value, data, fee }: PlannedTransaction,
  chainId: number,
): TransactionDraft => {
  const base = { chainId, nonce, gas, to, value, data }
  const unsigned: TransactionSerializable =
    fee.type === 'legacy'
      ? { ...base, type: 'legacy', gasPrice: fee.gasPrice }
      : { ...base, type: 'eip1559', maxFeePerGas: fee.maxFeePerGas, maxPriorityFeePerGas: fee.maxPriorityFeePerGas }
  return { unsigned, digest: keccak256(serializeTransaction(unsigned)).slice(2) }
}

export const signTransactions = async (
  drafts: readonly TransactionDraft[],
  sign: PayloadSigner,
): Promise<SignedTransaction[]> => {
  const signed: SignedTransaction[] = []
  for (const { unsigned, digest } of drafts) {
    const signature = toHex(await sign(digest))
    const v = hexToNumber(slice(signature, 64, 65))
    const raw = serializeTransaction(unsigned, {
      r: slice(signature, 0, 32),
      s: slice(signature, 32, 64),
      yParity: v === 28 ? 1 : 0,
      v: BigInt(v),
    })
    signed.push({ raw, hash: keccak256(raw), nonce: unsigned.nonce ?? 0 })
  }
  return signed
}
