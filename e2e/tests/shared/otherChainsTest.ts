import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../../stack/ports.ts'
import { type StackAddresses, startStack } from '../../stack/stack.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

type OtherChains = NonNullable<StackAddresses['otherChains']>

/** Starts a separate stack whose project also has networks beside the EVM ones, each with a local chain. */
export const test = base.extend<object, { otherChains: OtherChains }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use) => {
      const data = await mkdtemp(join(tmpdir(), 'appkit-namespaces-'))
      const onLoss = (name: string, said: string) => console.error(`The ${name} ended by itself.\n${said}`)
      const stack = await startStack({ ports: await freePorts(), data, withOtherChains: true, onLoss })
      await use(stack.addresses)
      await stack.stop()
      await rm(data, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  otherChains: [
    async ({ stack }, use) => {
      if (!stack.otherChains) throw new Error('The stack has no chains besides the EVM ones.')
      await use(stack.otherChains)
    },
    { scope: 'worker' },
  ],
})

/** A call of a node's JSON-RPC. */
export async function callNode<Result>(url: string, method: string, params: unknown[] = []): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}
