import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, getAddress, type Hex, numberToHex } from 'viem'
import type { NodeClient } from '../src/session/node.ts'

type Artefact = { abi: Abi; bytecode: Hex }
const load = createRequire(import.meta.url)
const { contracts }: { contracts: { [name: string]: Artefact } } = load('../../e2e/stack/solidity/artefacts.json')
export const openZeppelin = (name: string): Artefact => load(`@openzeppelin/contracts/build/contracts/${name}.json`)

export type Receipt = { contractAddress: Address; status: Hex; logs: unknown[]; gasUsed: Hex; effectiveGasPrice: Hex }
export type TestChain = Awaited<ReturnType<typeof startTestChain>>

/** Starts anvil. Its first account sends and deploys. */
export const startTestChain = async (port: number, options: string[] = []) => {
  const anvil = spawn(anvilBinary(), ['--port', String(port), '--quiet', ...options], { stdio: 'ignore' })
  const rpc = async (method: string, params: unknown = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })
    const { result, error } = (await response.json()) as { result: unknown; error?: unknown }
    if (error) throw toWalletError(error)
    return result
  }
  const [me] = (await waitForAnvil(anvil, () => rpc('eth_accounts'))) as [Address]

  const receiptOf = async (hash: unknown): Promise<Receipt> => {
    for (;;) {
      const receipt = await rpc('eth_getTransactionReceipt', [hash])
      if (receipt) return receipt as Receipt
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const send = async (transaction: object): Promise<Receipt> =>
    receiptOf(await rpc('eth_sendTransaction', [{ from: me, gas: '0x2dc6c0', ...transaction }]))
  const deploy = async (artefact: string | Artefact, args: readonly unknown[] = [], value = 0n) => {
    const made = typeof artefact === 'string' ? contracts[artefact] : artefact
    if (!made) throw new Error(`There is no contract ${artefact}`)
    const { abi, bytecode } = made
    const data = encodeDeployData({ abi, bytecode, args })
    const { contractAddress } = await send({ data, value: numberToHex(value) })
    const address = getAddress(contractAddress)
    const encode = (functionName: string, given: readonly unknown[] = []): Hex =>
      encodeFunctionData({ abi, functionName, args: given })
    return {
      address,
      encode,
      call: (functionName: string, given: readonly unknown[] = [], more: object = {}) =>
        send({ to: address, data: encode(functionName, given), ...more }),
    }
  }
  const node: NodeClient = { ask: (_chain, method, params) => rpc(method, params) }
  return { rpc, me, node, send, receiptOf, deploy, stop: () => anvil.kill() }
}

export type Deployed = Awaited<ReturnType<TestChain['deploy']>>

/** A node without some of its methods. */
export const nodeWithout = (node: NodeClient, missing: readonly string[]): NodeClient => ({
  ask: async (chain, method, params) => {
    if (missing.includes(method)) throw toWalletError({ code: -32601, message: 'Method not found' })
    return node.ask(chain, method, params)
  },
})

const anvilBinary = (): string => {
  const cpu = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  const wrapper = createRequire(load.resolve('@foundry-rs/anvil/package.json'))
  const home = dirname(wrapper.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/package.json`))
  return join(home, 'bin', 'anvil')
}

const waitForAnvil = async <Result>(anvil: ChildProcess, ask: () => Promise<Result>): Promise<Result> => {
  for (let tries = 0; tries < 400 && anvil.exitCode === null; tries++) {
    try {
      return await ask()
    } catch {
      // The local node has not started yet, so try again.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('anvil did not start')
}
