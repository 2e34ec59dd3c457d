import { onTestFinished } from 'vitest'
import type { Wallet } from './wallet.ts'

/**
 * Runs an action, or fails, at the server's `nth` seal or open from now on, until the test ends or calls the returned
 * function.
 */
export const atKeyService = (server: Wallet, method: 'seal' | 'open', nth: number, meanwhile: () => Promise<void>) => {
  const secrets = server.parts.embedded?.secrets
  if (!secrets) throw new Error('no embedded wallet')
  const { seal, open } = secrets
  let count = 0
  const turn = async (): Promise<void> => {
    count++
    if (count === nth) await meanwhile()
  }
  if (method === 'seal')
    secrets.seal = async (...given) => {
      await turn()
      return seal(...given)
    }
  else
    secrets.open = async (...given) => {
      await turn()
      return open(...given)
    }
  const restore = (): void => void Object.assign(secrets, { seal, open })
  onTestFinished(restore)
  return restore
}
