import type { CaipAddress } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { atom } from 'jotai/vanilla'
import { storeAtom, storedAtom } from './storage.ts'

/** Fits into one row. */
export const labelLimit = 32
const key = 'address_labels'

/** The visitor's name for an account, the same on all networks; null without a name. */
export const labelOfAtom = atom((get) => {
  const labels = Object(get(storedAtom)(key)) as Record<string, unknown>
  return (caipAddress: CaipAddress): string | null => {
    const account = keyOf(caipAddress)
    const label = Object.hasOwn(labels, account) ? labels[account] : undefined
    return (typeof label === 'string' && cleanText(label, labelLimit)) || null
  }
})

/** Empty text removes the name. */
export const setLabelAtom = atom(null, (get, set, caipAddress: CaipAddress, text: string) => {
  const account = keyOf(caipAddress)
  const { [account]: _, ...others } = Object(get(storedAtom)(key)) as Record<string, unknown>
  const label = cleanText(text, labelLimit)
  set(storeAtom, key, label ? { ...others, [account]: label } : others)
})

/** Hex addresses come in both cases. In other encodings the case is significant. */
const keyOf = (caipAddress: CaipAddress): string => {
  const { chainNamespace, address } = parseCaipAddress(caipAddress)
  return `${chainNamespace}:${address.startsWith('0x') ? address.toLowerCase() : address}`
}
