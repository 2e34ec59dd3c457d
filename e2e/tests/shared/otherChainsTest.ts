import type { StackAddresses } from '../../stack/stack.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

type OtherChains = NonNullable<StackAddresses['otherChains']>

/**
 * The stack of these tests also has Solana, Bitcoin, Polkadot and cosmos networks, each with a local chain of this
 * worker alone.
 */
export const test = base.extend<{ otherChains: OtherChains }>({
  stack: async ({ stacks }, use) => use((await stacks.get({ withOtherChains: true })).addresses),
  otherChains: async ({ stack }, use) => {
    if (!stack.otherChains) throw new Error('The stack has no chains besides the EVM ones.')
    await use(stack.otherChains)
  },
})

/** Calls a JSON-RPC method of a chain's node, and throws the node's error. */
export async function callChainNode<Result>(url: string, method: string, params: unknown[] = []): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}
