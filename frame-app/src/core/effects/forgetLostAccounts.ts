import { accountKey, balanceKey } from '../domain/rememberedAccount.ts'
import { accountsAtom } from '../state/accounts.ts'
import { isOpenAtom } from '../state/modal.ts'
import { readStorageAtom, writeStorageAtom } from '../state/storage.ts'
import type { EffectContext } from './context.ts'

/**
 * Removes the remembered account view and balance if the account is lost, because a visitor who disconnected expects
 * nothing to stay. Before the page opens the modal, it may not have reported its accounts. Then only an account that it
 * did report can be lost.
 */
export const forgetLostAccounts = ({ store }: EffectContext): void => {
  const reported = new Set<unknown>()
  const forget = () => {
    const known = Object.values(store.get(accountsAtom)).map(({ caipAddress }) => caipAddress)
    for (const each of known) reported.add(each)
    for (const key of [accountKey, balanceKey]) {
      const { caipAddress } = Object(store.get(readStorageAtom)(key))
      const isKnown = !caipAddress || known.includes(caipAddress)
      if (!isKnown && (store.get(isOpenAtom) || reported.has(caipAddress))) store.set(writeStorageAtom, key, null)
    }
  }
  forget()
  store.sub(isOpenAtom, forget)
  store.sub(accountsAtom, forget)
}
