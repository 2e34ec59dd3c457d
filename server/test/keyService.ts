import { onTestFinished } from 'vitest'
import type { Wallet } from './wallet.ts'

/** Does something, or fails, where the server seals or opens its `nth` text from now on. Until the test ends, or what it answers is called. */
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
