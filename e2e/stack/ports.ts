import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** One port for each part of the stack. */
export type Ports = {
  server: number
  demo: number
  mail: number
  chain: number
  secondChain: number
  relay: number
  smtp: number
  guardian: number
}

/** The variable that sets each fixed port, and its default. */
const fixed = {
  server: ['PORT', 4100],
  demo: ['DEMO_PORT', 4101],
  mail: ['MAIL_PORT', 4102],
  chain: ['CHAIN_PORT', 4103],
  secondChain: ['SECOND_CHAIN_PORT', 4104],
  relay: ['RELAY_PORT', 4105],
  smtp: ['SMTP_PORT', 4106],
  guardian: ['GUARDIAN_PORT', 4107],
} as const satisfies Record<keyof Ports, readonly [string, number]>

const parts = Object.keys(fixed) as (keyof Ports)[]

/** Reads the ports from the environment. An error names the variable of an invalid port. */
export async function fixedPorts(env: NodeJS.ProcessEnv): Promise<Ports> {
  const ports = Object.fromEntries(parts.map((part) => [part, 0])) as Ports
  for (const part of parts) {
    const [variable, preset] = fixed[part]
    const port = Number(env[variable] ?? preset)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(`${variable}=${env[variable]} is not a port. Set ${variable} to a number from 1 to 65535.`)
    }
    const same = parts.find((other) => ports[other] === port)
    if (same) throw new Error(`${variable} and ${fixed[same][0]} are both ${port}. Set ${variable} to another port.`)
    if (!(await isFree(port))) throw new Error(`Port ${port} is taken. Set ${variable} to another one.`)
    ports[part] = port
  }
  return ports
}

/** Finds unused ports, for runs in parallel. */
export async function findFreePorts(): Promise<Ports> {
  const ports = Object.fromEntries(parts.map((part) => [part, 0])) as Ports
  for (const part of parts) ports[part] = await findFreePort()
  return ports
}

/**
 * The ports lie below the ephemeral range, since an outgoing connection could take an ephemeral port before the stack
 * starts. They lie above 10080, the highest port that `fetch` refuses (https://fetch.spec.whatwg.org/#port-blocking).
 */
const [lowest, highest] = [10_100, 30_100]
/** Test workers of Playwright and of Vitest start their stacks at the same time, so each searches a separate range. */
const shares = 10
const shareSize = (highest - lowest) / shares
const { TEST_PARALLEL_INDEX, VITEST_POOL_ID } = process.env
const share = Number(TEST_PARALLEL_INDEX ?? VITEST_POOL_ID ?? shares - 1) % shares
const given = new Set<number>()

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = lowest + share * shareSize + randomInt(shareSize)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
