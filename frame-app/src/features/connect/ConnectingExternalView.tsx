import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect } from 'react'
import { shortenAddress } from '../../core/domain/address.ts'
import { activeAccountAtom } from '../../core/state/accounts.ts'
import { activeDisplayAddressAtom } from '../../core/state/addresses.ts'
import {
  cancelConnectionAttemptAtom,
  connectAtom,
  connectionAttemptAtom,
  walletIconsAtom,
} from '../../core/state/connections.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { backAtom } from '../../router/router.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConnectionDiagram, type ConnectionLineState } from '../../ui/ConnectionDiagram.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { FinePrint } from '../../ui/Link.tsx'
import { generalMessages } from '../messages.ts'
import { useErrorText, useMessages } from '../useMessages.ts'
import { connectingExternalMessages } from './externalMessages.ts'

type Props = { data: { walletId: string; name: string } }
type Status = 'ready' | 'waiting' | 'declined' | 'failed' | 'done'

export const ConnectingExternalView = ({ data: { walletId, name } }: Props): ReactNode => {
  const icons = useAtomValue(walletIconsAtom)
  const cancel = useSetAtom(cancelConnectionAttemptAtom)
  // Cancels the connection attempt when the visitor leaves the view.
  useEffect(() => cancel, [cancel])
  return (
    <ConnectionAttempt
      walletId={walletId}
      name={name}
      iconUrl={Object.hasOwn(icons, walletId) ? icons[walletId] : undefined}
    />
  )
}

const lineStates = {
  ready: 'ready',
  waiting: 'waiting',
  declined: 'stopped',
  failed: 'stopped',
  done: 'done',
} as const satisfies Record<Status, ConnectionLineState>

const ConnectionAttempt = ({
  walletId,
  name,
  iconUrl,
}: {
  walletId: string
  name: string
  iconUrl: string | undefined
}) => {
  const { projectName } = useAtomValue(bootstrapAtom)
  const status = useStatus(walletId)
  const { title, lead } = useHeroText(status, name)
  return (
    <>
      <Body>
        <Hero
          image={
            <ConnectionDiagram
              from={<IconBox size={72} name={projectName} tone="accent" />}
              to={<IconBox size={72} name={name} src={iconUrl} />}
              state={lineStates[status]}
            />
          }
          title={title}
        >
          {lead}
        </Hero>
      </Body>
      <NextStep {...{ walletId, name, status }} />
    </>
  )
}

const useStatus = (walletId: string): Status => {
  const attempt = useAtomValue(connectionAttemptAtom)
  const account = useAtomValue(activeAccountAtom)
  if (attempt.status !== 'idle' && attempt.walletId === walletId) return attempt.status
  return account?.connectorId === walletId ? 'done' : 'waiting'
}

const useHeroText = (status: Status, name: string): { title: string; lead: string } => {
  const text = useMessages(connectingExternalMessages)
  const errorText = useErrorText()
  const attempt = useAtomValue(connectionAttemptAtom)
  const address = useAtomValue(activeDisplayAddressAtom)
  if (status === 'ready')
    return { title: fillText(text.continueIn, { wallet: name }), lead: fillText(text.notAsked, { wallet: name }) }
  if (status === 'declined') return { title: text.declined, lead: fillText(text.declinedWhy, { wallet: name }) }
  if (status === 'done') return { title: text.connected, lead: shortenAddress(address ?? '') }
  if (attempt.status === 'failed' && status === 'failed')
    return { title: fillText(text.failed, { wallet: name }), lead: errorText(attempt.error) }
  return { title: fillText(text.continueIn, { wallet: name }), lead: text.acceptRequest }
}

const NextStep = ({ walletId, name, status }: { walletId: string; name: string; status: Status }) => {
  const text = useMessages(connectingExternalMessages)
  const { tryAgain } = useMessages(generalMessages)
  const connect = useSetAtom(connectAtom)
  const back = useSetAtom(backAtom)
  if (status === 'done') return null
  if (status === 'waiting')
    return (
      <ViewFoot>
        <Button onClick={() => void back()}>{text.chooseAnother}</Button>
        <FinePrint>{fillText(text.noWindow, { wallet: name })}</FinePrint>
      </ViewFoot>
    )
  const isReady = status === 'ready'
  return (
    <ViewFoot>
      <Button
        variant="primary"
        {...(!isReady && { icon: 'retry' })}
        onClick={() => void connect(walletId)}
        testId="w3m-connecting-widget-secondary-button"
      >
        {isReady ? fillText(text.openWallet, { wallet: name }) : tryAgain}
      </Button>
      <Button variant="quiet" onClick={() => void back()}>
        {text.chooseAnother}
      </Button>
    </ViewFoot>
  )
}
