import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { atom } from 'jotai/vanilla'

/** A transaction that a wallet has sent. `answer`: mostly its hash. Each transaction is another object. */
type SentTransaction = { answer: unknown; caipNetworkId: CaipNetworkId }

const sourceAtom = atom<SentTransaction | null>(null)
export const sentTransactionAtom = atom((get) => get(sourceAtom))
/** Notes a wallet's answer to `method`, if the wallet has sent a transaction by it. One that only signs sends none. */
export const noteAnswerAtom = atom(null, (_get, set, method: string, sent: SentTransaction) => {
  if (/send/i.test(method)) set(sourceAtom, sent)
})
