import { onTestFinished } from 'vitest'
import type { WalletServer } from './walletServer.ts'

/**
 * Runs `action` before the server's `nth` next call of `seal` or `open`. If `action` throws, the call fails. The
 * returned function, or the end of the test, restores both methods.
 */
export const beforeKeyServiceCall = (
  server: WalletServer,
  method: 'seal' | 'open',
  nth: number,
  action: () => Promise<void>,
) => {
  const secrets = server.parts.embedded?.secrets
  if (!secrets) throw new Error('no embedded wallet')
  const { seal, open } = secrets
  let count = 0
  const countCall = async (): Promise<void> => {
    count++
    if (count === nth) await action()
  }
  if (method === 'seal')
    secrets.seal = async (...given) => {
      await countCall()
      return seal(...given)
    }
  else
    secrets.open = async (...given) => {
      await countCall()
      return open(...given)
    }
  const restore = (): void => void Object.assign(secrets, { seal, open })
  onTestFinished(restore)
  return restore
}
