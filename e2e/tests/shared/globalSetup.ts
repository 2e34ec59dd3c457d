import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePorts } from '../../stack/ports.ts'
import { startStack } from '../../stack/stack.ts'

/** Starts a separate stack for each run, on unused ports and in a new folder. */
export default async function startOwnStack(): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(tmpdir(), 'appkit-e2e-'))
  const stack = await startStack({
    ports: await findFreePorts(),
    data,
    onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
  })
  process.env.APPKIT_STACK = JSON.stringify(stack.addresses)
  return async () => {
    await stack.stop()
    await rm(data, { recursive: true, force: true })
  }
}
