import type { KitFile } from '../unlock/kitFile.ts'
import { createCustody } from '../worker/custody.ts'
import { kitCost } from '../worker/kitPhrase.ts'

/**
 * Returns the seed phrase of a backup. The offline page is one file without a worker, so it runs the worker's
 * code itself. No other document may import that code.
 */
export const openRecoveryKit = async (
  { wallet, vault, setId, wrapped, cost }: KitFile,
  phrase: string,
): Promise<string> => {
  // This page asks no passkey, so it needs no origin.
  const custody = createCustody({ isWalletWindow: true, kitCost, origin: '' })
  const source = { kind: 'phrase', phrase, cost } as const
  await custody.unlock(wallet, vault, { name: { setId, type: 'kit' }, source, serverShare: null }, wrapped)
  const words = await custody.words()
  await custody.lock()
  return words
}
