import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMigratedDatabases } from '../../stack/database.ts'
import { findFreePorts } from '../../stack/ports.ts'
import { awaitDatabase } from '../../stack/server.ts'
import { type Stack, startStack } from '../../stack/stack.ts'

/**
 * A stack has the EVM chains, and these parts on request. `withMail` names the custody of its e-mail wallets. With
 * `withAncestors` its server has two projects, so a page needs the project's id. With `isSameSite` the hosts of
 * modal and wallet are below the site's host.
 */
export type StackKind = {
  withMail?: 'assisted' | 'self'
  withOtherChains?: boolean
  withAncestors?: boolean
  isSameSite?: boolean
}

/** Starts each kind of stack once, when a test of this worker first needs it. */
export function createStacks() {
  const started = new Map<string, Promise<StartedStack>>()
  return {
    get: async (kind: StackKind): Promise<Stack> => {
      const key = JSON.stringify([kind.withMail, kind.withOtherChains, kind.withAncestors, kind.isSameSite])
      const running = started.get(key) ?? start(kind)
      started.set(key, running)
      return (await running).stack
    },
    stop: async (): Promise<void> => {
      for (const running of await Promise.allSettled(started.values()))
        if (running.status === 'fulfilled') await stop(running.value)
    },
  }
}

type StartedStack = { stack: Stack; data: string }

async function start({ withMail, ...kind }: StackKind): Promise<StartedStack> {
  const data = await mkdtemp(join(tmpdir(), 'appkit-worker-'))
  if (withMail) await addMigratedDatabases(data)
  const stack = await startStack({
    ...{ ports: await findFreePorts(), data, ...kind },
    ...(withMail && { withMail: { delaySeconds: 2, custody: withMail } }),
    onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
  })
  if (withMail) await awaitDatabase(stack.addresses.wallet)
  return { stack, data }
}

async function stop({ stack, data }: StartedStack): Promise<void> {
  await stack.stop()
  await rm(data, { recursive: true, force: true })
}
