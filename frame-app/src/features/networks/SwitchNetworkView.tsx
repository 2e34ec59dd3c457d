import { parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect, useState } from 'react'
import { accountsAtom } from '../../core/state/accounts.ts'
import { walletByConnectorIdAtom } from '../../core/state/connections.ts'
import { activeNetworkAtom, networksAtom } from '../../core/state/networks.ts'
import { cancelNetworkSwitchAtom, switchAttemptAtom } from '../../core/state/switching.ts'
import { backAtom } from '../../router/router.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConnectionDiagram, type ConnectionLineState } from '../../ui/ConnectionDiagram.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { generalMessages } from '../messages.ts'
import { NetworkIcon } from '../NetworkIcon.tsx'
import { useErrorText, useMessages } from '../useMessages.ts'
import { networksMessages } from './messages.ts'
import { switchNetworkAtom } from './switchNetwork.ts'

type Data = { caipNetworkId: string; name: string }
type Status = 'waiting' | 'declined' | 'failed' | 'done'

const lineStates = {
  waiting: 'waiting',
  declined: 'stopped',
  failed: 'stopped',
  done: 'done',
} as const satisfies Record<Status, ConnectionLineState>

export const SwitchNetworkView = ({ data }: { data: Data }): ReactNode => {
  const target = useAtomValue(networksAtom).find(({ caipNetworkId }) => caipNetworkId === data.caipNetworkId) ?? null
  // The wallet changes its network before its answer arrives, so the diagram keeps the network from before the switch.
  const [from] = useState(useAtomValue(activeNetworkAtom))
  const status = useStatus(data.caipNetworkId)
  const { title, lead } = useHeroText(status, data, from?.name)
  const cancel = useSetAtom(cancelNetworkSwitchAtom)
  useEffect(() => cancel, [cancel])
  return (
    <>
      <Body>
        <Hero
          image={
            <ConnectionDiagram
              from={<NetworkIcon network={from} size={64} />}
              to={<NetworkIcon network={target} size={64} />}
              state={lineStates[status]}
            />
          }
          title={title}
        >
          {lead}
        </Hero>
      </Body>
      <NextStep data={data} status={status} fromName={from?.name} />
    </>
  )
}

const useStatus = (caipNetworkId: string): Status => {
  const attempt = useAtomValue(switchAttemptAtom)
  const active = useAtomValue(activeNetworkAtom)
  if (active?.caipNetworkId === caipNetworkId) return 'done'
  return attempt.status !== 'idle' && attempt.caipNetworkId === caipNetworkId ? attempt.status : 'waiting'
}

const useHeroText = (
  status: Status,
  { caipNetworkId, name: to }: Data,
  from: string | undefined,
): { title: string; lead: string } => {
  const text = useMessages(networksMessages)
  const errorText = useErrorText()
  const attempt = useAtomValue(switchAttemptAtom)
  const accounts = useAtomValue(accountsAtom)
  const { connectorId } = accounts[parseCaipNetworkId(caipNetworkId).chainNamespace as ChainNamespace]
  const wallet = useAtomValue(walletByConnectorIdAtom)(connectorId)?.name ?? text.yourWallet
  const stillOnText = from ? fillText(text.stillOn, { network: from }) : ''
  if (status === 'done') return { title: fillText(text.done, { network: to }), lead: '' }
  if (status === 'declined') return { title: text.declined, lead: stillOnText }
  if (attempt.status === 'failed' && status === 'failed')
    return { title: fillText(text.failed, { wallet }), lead: errorText(attempt.error) }
  return {
    title: text.approve,
    lead: from ? fillText(text.asks, { wallet, from, to }) : fillText(text.asksTo, { wallet, to }),
  }
}

const NextStep = ({ data, status, fromName }: { data: Data; status: Status; fromName: string | undefined }) => {
  const text = useMessages(networksMessages)
  const { tryAgain } = useMessages(generalMessages)
  const switchNetwork = useSetAtom(switchNetworkAtom)
  const back = useSetAtom(backAtom)
  if (status === 'done') return null
  const stayText = fromName ? fillText(text.stay, { network: fromName }) : text.goBack
  if (status === 'waiting')
    return (
      <ViewFoot>
        <Button onClick={() => void back()}>{stayText}</Button>
      </ViewFoot>
    )
  return (
    <ViewFoot>
      <Button variant="primary" icon="retry" onClick={() => void switchNetwork(data.caipNetworkId)}>
        {tryAgain}
      </Button>
      <Button variant="quiet" onClick={() => void back()}>
        {stayText}
      </Button>
    </ViewFoot>
  )
}
