import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { localChain } from '../host/localChain.ts'
import { testMnemonic } from './accounts.ts'
import { deployContracts } from './contracts.ts'
import type { ProcessGroup } from './processGroup.ts'

const startLimitMs = 40_000

/** The two local chains: the default one, and one to switch to. */
export const evmChains = {
  first: { id: 31337, name: 'Localnet' },
  second: { id: 31338, name: 'Localnet Two' },
} as const

/** Starts anvil on `port` and deploys the contracts; resolves once the chain answers. */
export async function startEvmChain(
  processes: ProcessGroup,
  port: number,
  chain: { id: number; name: string },
): Promise<string> {
  const url = `http://127.0.0.1:${port}`
  const anvil = processes.add(`chain ${chain.id}`, anvilBinary(), [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chain.id)],
    ...['--mnemonic', testMnemonic, '--quiet', '--no-request-size-limit'],
  ])
  const client = createPublicClient({ chain: localChain(chain, url), transport: http(url, { retryCount: 0 }) })
  for (const deadline = Date.now() + startLimitMs; ; ) {
    try {
      await client.getChainId()
      break
    } catch (cause) {
      if (anvil.exitCode !== null || Date.now() > deadline) throw new Error(`anvil did not start on ${url}`, { cause })
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  await deployContracts(url, localChain(chain, url))
  return url
}

/** The path of anvil's own program. npm's wrapper around it would be a second process that has to be ended. */
function anvilBinary(): string {
  const cpu = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${cpu}`
  const load = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  return join(dirname(load.resolve(`${name}/package.json`)), 'bin', file)
}
