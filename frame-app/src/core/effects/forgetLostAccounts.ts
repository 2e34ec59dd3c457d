import { accountKey, balanceKey } from '../domain/rememberedAccount.ts'
import { accountsAtom } from '../state/accounts.ts'
import { isOpenAtom } from '../state/modal.ts'
import { readStorageAtom, writeStorageAtom } from '../state/storage.ts'
import type { EffectContext } from './context.ts'

/**
 * Removes the remembered account view and balance if the account is lost, because a visitor who disconnected expects
 * nothing to stay. Before the page opens the modal, its accounts may be unknown.
 */
export const forgetLostAccounts = ({ store }: EffectContext): void => {
  const forget = () => {
    if (!store.get(isOpenAtom)) return
    const known = Object.values(store.get(accountsAtom)).map(({ caipAddress }) => caipAddress)
    for (const key of [accountKey, balanceKey]) {
      const { caipAddress } = Object(store.get(readStorageAtom)(key))
      if (caipAddress && !known.includes(caipAddress)) store.set(writeStorageAtom, key, null)
    }
  }
  forget()
  store.sub(isOpenAtom, forget)
  store.sub(accountsAtom, forget)
}
