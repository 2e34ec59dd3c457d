import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Hex } from 'viem'
import type { SignedTransaction } from './drafts.ts'
import type { RpcContext } from './scope.ts'

/** If the node already knows the transaction, it has accepted the transaction, whatever error it returns. */
export const broadcastTransaction = async (
  { scope: { node }, chainId }: RpcContext,
  { raw, hash }: SignedTransaction,
): Promise<Hex> => {
  try {
    await node.ask(chainId, 'eth_sendRawTransaction', [raw])
  } catch (thrown) {
    const isKnown = thrown instanceof AppError && thrown.code === 'NONCE_TOO_LOW'
    const found = isKnown && (await node.ask(chainId, 'eth_getTransactionByHash', [hash]).catch(() => null))
    if (!found) throw thrown
  }
  return hash
}
