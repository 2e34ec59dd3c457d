import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import { accountsAtom, activeNamespaceAtom, connectedNamespacesAtom } from '../../core/state/accounts.ts'
import { networksAtom, setConnectNamespaceAtom } from '../../core/state/networks.ts'
import { showToastAtom } from '../../core/state/notices.ts'
import { pushAtom } from '../../router/router.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { plusIcon, powerIcon } from '../../ui/icons.ts'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { useMessages } from '../useMessages.ts'
import { disconnectAllAtom } from './disconnectAll.ts'
import { profileWalletsMessages } from './messages.ts'
import { NamespaceConnection } from './NamespaceConnection.tsx'

/** Shows the connections, one namespace per tab. */
export const ProfileWalletsView = (): ReactNode => {
  const text = useMessages(profileWalletsMessages)
  const networks = useAtomValue(networksAtom)
  const [selected, setSelected] = useState(useAtomValue(activeNamespaceAtom))
  // Visitors know a namespace by its first network.
  const tabs = networks
    .filter(({ chainNamespace }, index) => networks.findIndex((one) => one.chainNamespace === chainNamespace) === index)
    .map(({ chainNamespace, name }) => ({ id: chainNamespace, name }))
  const name = tabs.find(({ id }) => id === selected)?.name ?? ''
  return (
    <>
      <Body>
        {tabs.length > 1 && <Tabs label={text.chains} tabs={tabs} selected={selected} onSelect={setSelected} />}
        {tabs.length > 1 ? (
          <TabPanel selected={selected}>
            <NamespaceConnection key={selected} namespace={selected} chainName={name} />
          </TabPanel>
        ) : (
          <NamespaceConnection namespace={selected} chainName={name} />
        )}
      </Body>
      <ViewFoot>
        <Add namespace={selected} />
        <DisconnectAll />
      </ViewFoot>
    </>
  )
}

const Add = ({ namespace }: { namespace: Parameters<typeof NamespaceConnection>[0]['namespace'] }) => {
  const text = useMessages(profileWalletsMessages)
  const { status } = useAtomValue(accountsAtom)[namespace]
  const connectFor = useSetAtom(setConnectNamespaceAtom)
  const push = useSetAtom(pushAtom)
  const add = () => {
    connectFor(namespace)
    push({ view: 'Connect' })
  }
  return (
    <Button icon={plusIcon} onClick={add} testId="add-connection-button" focusKey="add">
      {status === 'connected' ? text.useAnother : text.add}
    </Button>
  )
}

const DisconnectAll = () => {
  const text = useMessages(profileWalletsMessages)
  const connected = useAtomValue(connectedNamespacesAtom)
  const disconnectAll = useSetAtom(disconnectAllAtom)
  const showToast = useSetAtom(showToastAtom)
  const [isBusy, setIsBusy] = useState(false)
  if (connected.length < 2) return null
  const leave = async () => {
    setIsBusy(true)
    try {
      await disconnectAll()
    } catch {
      showToast({ variant: 'error', message: text.disconnectFailed })
    }
    setIsBusy(false)
  }
  return (
    <Button
      variant="quiet-danger"
      icon={powerIcon}
      isBusy={isBusy}
      onClick={() => void leave()}
      testId="disconnect-all-button"
    >
      {isBusy ? text.disconnecting : text.disconnectAll}
    </Button>
  )
}
