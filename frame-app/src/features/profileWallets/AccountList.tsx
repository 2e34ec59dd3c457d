import type { CaipAddress } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { shortenAddress } from '../../core/domain/address.ts'
import { accountsAtom, activeNamespaceAtom, chooseNamespaceAtom, setAccountAtom } from '../../core/state/accounts.ts'
import { displayAddressByIdAtom } from '../../core/state/addresses.ts'
import { connectorByIdAtom } from '../../core/state/connections.ts'
import { accountLabelAtom } from '../../core/state/labels.ts'
import { showToastAtom } from '../../core/state/notices.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { checkIcon } from '../../ui/icons.ts'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { useMessages } from '../useMessages.ts'
import { profileWalletsMessages } from './messages.ts'
import styles from './ProfileWalletsView.module.css'

/** The accounts that the wallet shares, the active one first. A press on another account activates that account. */
export const AccountList = ({ namespace, walletName }: { namespace: ChainNamespace; walletName: string }) => {
  const text = useMessages(profileWalletsMessages)
  const { caipAddress, caipAddresses } = useAtomValue(accountsAtom)[namespace]
  const isActive = useAtomValue(activeNamespaceAtom) === namespace
  const displayOf = useAtomValue(displayAddressByIdAtom)
  const labelOf = useAtomValue(accountLabelAtom)
  const choose = useSetAtom(chooseAccountAtom)
  const showToast = useSetAtom(showToastAtom)
  const pick = async (account: CaipAddress) => {
    try {
      await choose(namespace, account)
      showToast({ variant: 'success', message: text.switched })
    } catch {
      showToast({ variant: 'error', message: text.switchFailed })
    }
  }
  return (
    <List label={fillText(text.accounts, { wallet: walletName })}>
      {(caipAddresses ?? (caipAddress ? [caipAddress] : [])).map((account) => {
        const address = displayOf(account)
        const label = labelOf(account)
        const short = shortenAddress(address)
        const isCurrent = isActive && account === caipAddress
        return (
          <ListItem
            key={account}
            name={label ?? short}
            detail={label ? short : undefined}
            start={<Avatar seed={address} size={36} />}
            end={
              isCurrent && (
                <span className={styles.tick}>
                  <Icon name={checkIcon} />
                </span>
              )
            }
            isCurrent={isCurrent}
            onClick={() => {
              if (!isCurrent) void pick(account)
            }}
            testId={isCurrent ? 'wui-active-profile-wallet-item' : 'wui-inactive-profile-wallet-item-button'}
            focusKey={`account ${account}`}
          />
        )
      })}
    </List>
  )
}

/** Activates another account that the wallet shares, and its namespace. */
const chooseAccountAtom = atom(null, async (get, set, namespace: ChainNamespace, caipAddress: CaipAddress) => {
  const account = get(accountsAtom)[namespace]
  const given = account.caipAddresses ?? []
  if (account.caipAddress !== caipAddress) {
    if (account.status !== 'connected' || !given.includes(caipAddress))
      throw new AppError(commonErrors.ACCOUNT_NOT_FOUND)
    const caipAddresses = [caipAddress, ...given.filter((other) => other !== caipAddress)]
    const chosen = { ...account, caipAddress, caipAddresses }
    await get(connectorByIdAtom)(account.connectorId).chooseAccount(namespace, chosen)
    set(setAccountAtom, namespace, chosen)
  }
  set(chooseNamespaceAtom, namespace)
})
