import { parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { activeAccountAtom } from '../../core/state/accounts.ts'
import { networksAtom, switchableNetworkIdsAtom } from '../../core/state/networks.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConnectionDiagram } from '../../ui/ConnectionDiagram.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { powerIcon } from '../../ui/icons.ts'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { NetworkIcon } from '../NetworkIcon.tsx'
import { useDisconnect } from '../useDisconnect.ts'
import { useMessages } from '../useMessages.ts'
import { networksMessages } from './messages.ts'
import { usePickNetwork } from './usePickNetwork.ts'

export const UnsupportedChainView = (): ReactNode => {
  const text = useMessages(networksMessages)
  const { projectName } = useAtomValue(bootstrapAtom)
  const account = useAtomValue(activeAccountAtom)
  const { disconnect, isBusy } = useDisconnect(text.disconnectFailed)
  return (
    <>
      <Body>
        <Hero
          image={
            <ConnectionDiagram
              from={<IconBox size={64} name={projectName} tone="accent" />}
              to={<NetworkIcon network={null} size={64} />}
              state="stopped"
            />
          }
          title={fillText(text.unsupported, { app: projectName })}
        >
          {account && fillText(text.unsupportedWhy, { chainId: parseCaipNetworkId(account.caipNetworkId).chainId })}
        </Hero>
        <Choices />
      </Body>
      <ViewFoot>
        <Button
          variant="quiet-danger"
          icon={powerIcon}
          isBusy={isBusy}
          onClick={() => void disconnect()}
          testId="disconnect-button"
        >
          {isBusy ? text.disconnecting : text.disconnect}
        </Button>
      </ViewFoot>
    </>
  )
}

const Choices = () => {
  const text = useMessages(networksMessages)
  const approvedIds = useAtomValue(switchableNetworkIdsAtom)
  const networks = useAtomValue(networksAtom).filter(({ caipNetworkId }) => approvedIds.includes(caipNetworkId))
  const pick = usePickNetwork()
  return (
    <List label={text.networks}>
      {networks.map((network) => (
        <ListItem
          key={network.caipNetworkId}
          name={network.name}
          start={<NetworkIcon network={network} />}
          end={<Icon name="next" size="small" />}
          onClick={() => void pick(network)}
          testId={`w3m-network-switch-${network.name}`}
          focusKey={`network ${network.caipNetworkId}`}
        />
      ))}
    </List>
  )
}
