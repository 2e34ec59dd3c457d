import type { CaipAddress } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import { accountsAtom, chooseNamespaceAtom, setAccountAtom } from '../../core/state/accounts.ts'
import { connectorOfAtom } from '../../core/state/connections.ts'

/** Goes on with another one of the accounts that the wallet gave, and with its namespace. */
export const chooseAccountAtom = atom(null, async (get, set, namespace: ChainNamespace, caipAddress: CaipAddress) => {
  const account = get(accountsAtom)[namespace]
  const given = account.caipAddresses ?? []
  if (account.caipAddress !== caipAddress) {
    if (account.status !== 'connected' || !given.includes(caipAddress))
      throw new AppError(commonErrors.ACCOUNT_NOT_FOUND)
    const caipAddresses = [caipAddress, ...given.filter((other) => other !== caipAddress)]
    const chosen = { ...account, caipAddress, caipAddresses }
    await get(connectorOfAtom)(account.connectorId).chooseAccount(namespace, chosen)
    set(setAccountAtom, namespace, chosen)
  }
  set(chooseNamespaceAtom, namespace)
})
