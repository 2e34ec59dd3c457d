import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import * as v from 'valibot'
import type { NodeClient } from '../../session/node.ts'

/** The BroadcastChannel by which the tabs of this wallet exchange used nonces. */
export type NonceChannel = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

type Options = {
  node: NodeClient
  /** Runs one task per lock name at a time, over all tabs. */
  withLock: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>
  channel?: NonceChannel | undefined
  now?: () => number
}

/**
 * How long this wallet reserves a used nonce that the node does not count yet. One of several nodes behind one URL may
 * lag behind the others, but a dropped transaction must not block later transactions.
 */
const takenMs = 120_000

const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,13}$/), v.transform(Number))
const taken = v.strictObject({ account: v.string(), nonce: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })

export type NonceAllocator = ReturnType<typeof createNonceAllocator>

export const createNonceAllocator = ({ node, withLock, channel, now = Date.now }: Options) => {
  const last = new Map<string, { nonce: number; at: number }>()
  const keyOf = (chainId: CaipNetworkId, address: string): string => `${chainId}:${address.toLowerCase()}`
  const recordUse = (account: string, nonce: number): void => {
    const known = last.get(account)
    if (!known || known.nonce < nonce || now() - known.at >= takenMs) last.set(account, { nonce, at: now() })
  }
  channel?.addEventListener('message', ({ data }) => {
    const read = v.safeParse(taken, data)
    if (read.success) recordUse(read.output.account, read.output.nonce)
  })

  const next = async (chainId: CaipNetworkId, address: string): Promise<number> => {
    const pending = v.parse(quantity, await node.ask(chainId, 'eth_getTransactionCount', [address, 'pending']))
    const known = last.get(keyOf(chainId, address))
    return known && now() - known.at < takenMs ? Math.max(pending, known.nonce + 1) : pending
  }

  return {
    /** Returns the first nonce after those that a block, the node's queue or a tab of this wallet has used. */
    next,
    /**
     * Calls `send` while no other tab sends a transaction. If another tab used the nonce meanwhile, returns false and
     * does not call `send`.
     */
    spend: (chainId: CaipNetworkId, address: string, nonce: number, send: () => Promise<void>): Promise<boolean> =>
      withLock(`nonce ${keyOf(chainId, address)}`, async () => {
        if ((await next(chainId, address)) > nonce) return false
        await send()
        const account = keyOf(chainId, address)
        recordUse(account, nonce)
        channel?.postMessage({ account, nonce })
        return true
      }),
  }
}
