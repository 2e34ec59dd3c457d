import { createCustody } from '../worker/custody.ts'
import { type KitFile, kitCost } from '../worker/kit.ts'

/** What a kit holds, without any server: the words of the seed, which every wallet takes. */
export const openKit = async ({ wallet, vault, setId, wrapped, cost }: KitFile, phrase: string): Promise<string> => {
  const custody = createCustody({ exportable: true, kitCost })
  const factor = { kind: 'phrase', phrase, cost } as const
  await custody.unlock(wallet, vault, { set: { setId, type: 'kit' }, factor, serverShare: null }, wrapped)
  const words = await custody.words()
  await custody.lock()
  return words
}
