import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { accountsAtom, activeNamespaceAtom } from '../../core/state/accounts.ts'
import { disconnectAtom, walletByConnectorIdAtom } from '../../core/state/connections.ts'
import { lastConnectionsAtom } from '../../core/state/lastConnections.ts'
import { networksAtom } from '../../core/state/networks.ts'
import { showToastAtom } from '../../core/state/notices.ts'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { powerIcon, walletIcon } from '../../ui/icons.ts'
import { List, ListFact } from '../../ui/ListItem.tsx'
import { useMessages } from '../useMessages.ts'
import { AccountList } from './AccountList.tsx'
import { LostConnection } from './LostConnection.tsx'
import { profileWalletsMessages } from './messages.ts'
import { NameAccount } from './NameAccount.tsx'
import styles from './ProfileWalletsView.module.css'

type Props = { namespace: ChainNamespace; chainName: string }

/** Shows the connection of one namespace, which may be live, lost or missing. */
export const NamespaceConnection = ({ namespace, chainName }: Props) => {
  const text = useMessages(profileWalletsMessages)
  const account = useAtomValue(accountsAtom)[namespace]
  const last = useAtomValue(lastConnectionsAtom)[namespace]
  const walletOf = useAtomValue(walletByConnectorIdAtom)
  const isActive = useAtomValue(activeNamespaceAtom) === namespace
  const networks = useAtomValue(networksAtom)
  const connectorId = account.connectorId ?? last?.connectorId
  if (connectorId === undefined)
    return (
      <Hero image={<IconBox size={64} icon={walletIcon} />} title={fillText(text.none, { network: chainName })}>
        {text.noneNext}
      </Hero>
    )
  const wallet = walletOf(connectorId)
  const name = wallet?.name ?? (last?.connectorId === connectorId ? last.name : connectorId)
  const tile = <IconBox name={name} src={wallet?.iconUrl} />
  if (account.status !== 'connected')
    return (
      <LostConnection
        {...{ namespace, connectorId, name, tile, iconUrl: wallet?.iconUrl }}
        isWaiting={account.status === 'reconnecting'}
      />
    )
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === account.caipNetworkId)
  return (
    <>
      <h2 className={styles.title}>{isActive ? text.inUse : text.connected}</h2>
      <List>
        <ListFact
          name={name}
          detail={network?.name ?? account.caipNetworkId}
          start={tile}
          end={<Disconnect namespace={namespace} name={name} />}
        />
      </List>
      <AccountList namespace={namespace} walletName={name} />
      {isActive && account.caipAddress && <NameAccount key={account.caipAddress} account={account.caipAddress} />}
    </>
  )
}

const Disconnect = ({ namespace, name }: { namespace: ChainNamespace; name: string }) => {
  const text = useMessages(profileWalletsMessages)
  const disconnect = useSetAtom(disconnectAtom)
  const showToast = useSetAtom(showToastAtom)
  const [isBusy, setIsBusy] = useState(false)
  const leave = async () => {
    setIsBusy(true)
    try {
      await disconnect(namespace)
      showToast({ variant: 'success', message: text.disconnected })
    } catch {
      showToast({ variant: 'error', message: text.disconnectFailed })
    }
    setIsBusy(false)
  }
  return (
    <IconButton
      icon={powerIcon}
      size="small"
      label={fillText(text.disconnect, { wallet: name })}
      isBusy={isBusy}
      onClick={() => void leave()}
      testId="disconnect-button"
    />
  )
}
