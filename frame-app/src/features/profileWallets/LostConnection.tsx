import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { isPhone, readDevice } from '../../core/domain/device.ts'
import { setConnectNamespaceAtom } from '../../core/state/networks.ts'
import { connectWalletAtom } from '../../router/connectWallet.ts'
import { pushAtom } from '../../router/router.ts'
import { Button } from '../../ui/Button.tsx'
import { List, ListFact } from '../../ui/ListItem.tsx'
import { useMessages } from '../useMessages.ts'
import { profileWalletsMessages } from './messages.ts'

type Props = {
  namespace: ChainNamespace
  connectorId: string
  name: string
  iconUrl: string | undefined
  tile: ReactNode
  /** Whether the page is restoring this connection at the moment. The wallet may still answer then. */
  isWaiting: boolean
}

/** Offers to connect the same wallet again. */
export const LostConnection = ({ namespace, connectorId, name, iconUrl, tile, isWaiting }: Props) => {
  const text = useMessages(profileWalletsMessages)
  const connectFor = useSetAtom(setConnectNamespaceAtom)
  const push = useSetAtom(pushAtom)
  const connectWallet = useSetAtom(connectWalletAtom)
  const reconnect = () => {
    connectFor(namespace)
    if (connectorId !== 'walletConnect')
      return connectWallet({ name, iconUrl, walletIds: { [namespace]: connectorId } })
    push({ view: isPhone(readDevice(window)) ? 'AllWallets' : 'ConnectingWalletConnectBasic' })
  }
  return (
    <List>
      <ListFact
        name={name}
        detail={isWaiting ? text.waiting : text.dead}
        start={tile}
        end={
          <Button size="small" onClick={reconnect} testId="reconnect-button" focusKey="reconnect">
            {text.reconnect}
          </Button>
        }
      />
    </List>
  )
}
