import type { CaipAddress } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { atom } from 'jotai/vanilla'
import { readStorageAtom, writeStorageAtom } from './storage.ts'

/** The maximum length of an account name, which must fit into one row. */
export const accountLabelLimit = 32
const key = 'address_labels'

/**
 * Returns the name that the visitor gave an account. An account has the same name on all networks. Null if it has no
 * name.
 */
export const accountLabelAtom = atom((get) => {
  const labels = Object(get(readStorageAtom)(key)) as Record<string, unknown>
  return (caipAddress: CaipAddress): string | null => {
    const account = keyOf(caipAddress)
    const label = Object.hasOwn(labels, account) ? labels[account] : undefined
    return (typeof label === 'string' && cleanText(label, accountLabelLimit)) || null
  }
})

/** Stores the visitor's name for an account. An empty text removes the name. */
export const setAccountLabelAtom = atom(null, (get, set, caipAddress: CaipAddress, text: string) => {
  const account = keyOf(caipAddress)
  const { [account]: _, ...others } = Object(get(readStorageAtom)(key)) as Record<string, unknown>
  const label = cleanText(text, accountLabelLimit)
  set(writeStorageAtom, key, label ? { ...others, [account]: label } : others)
})

/**
 * Writes hex addresses in lower case, because wallets report them in either case. In other encodings the case is
 * significant.
 */
const keyOf = (caipAddress: CaipAddress): string => {
  const { chainNamespace, address } = parseCaipAddress(caipAddress)
  return `${chainNamespace}:${address.startsWith('0x') ? address.toLowerCase() : address}`
}
