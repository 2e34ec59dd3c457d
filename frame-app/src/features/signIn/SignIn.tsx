import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect, useState } from 'react'
import { shortenAddress } from '../../core/domain/address.ts'
import { displayAddressAtom } from '../../core/state/addresses.ts'
import { activeWalletAtom } from '../../core/state/connections.ts'
import { activeNetworkAtom } from '../../core/state/networks.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { Body } from '../../ui/Body.tsx'
import { ConnectionDiagram, type ConnectionLineState } from '../../ui/ConnectionDiagram.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { doc } from '../../ui/icons.ts'
import { useErrorText, useMessages } from '../useMessages.ts'
import { preparedMessageAtom, prepareSignInAtom } from './messageAtoms.ts'
import { signInMessages } from './messages.ts'
import { NextStep } from './NextStep.tsx'
import styles from './SignIn.module.css'
import { signInSubjectAtom } from './signInAtoms.ts'
import { dropSignInAtom, type SignInAttempt, signInAttemptAtom } from './signInAttempt.ts'

const lines = {
  idle: 'ready',
  cancelled: 'ready',
  signing: 'waiting',
  done: 'done',
  declined: 'stopped',
  late: 'stopped',
  failed: 'stopped',
} as const satisfies Record<SignInAttempt['status'], ConnectionLineState>

export type Words = { title: string; lead: string }

/** `asking` is what stands there until the visitor signs. */
export const SignIn = ({ asking }: { asking: Words }): ReactNode => {
  const attempt = useAtomValue(signInAttemptAtom)
  const [isReading, setReading] = useState(false)
  usePreparedMessage()
  const isAsking = isAskingIn(attempt)
  const isOpen = isAsking && isReading
  return (
    <>
      <Body>
        {isOpen ? <Hero title={asking.title} /> : <Ask attempt={attempt} asking={asking} />}
        {!isOpen && (isAsking || isWithWallet(attempt)) && <Subject />}
        {isAsking && <Message isOpen={isReading} onToggle={setReading} />}
      </Body>
      <NextStep attempt={attempt} />
    </>
  )
}

/** A message at hand for who reads it first, and for a wallet that has to be asked within the visitor's tap. */
const usePreparedMessage = (): void => {
  const { status } = useAtomValue(signInAttemptAtom)
  const key = useAtomValue(signInSubjectAtom)?.key
  const prepare = useSetAtom(prepareSignInAtom)
  const drop = useSetAtom(dropSignInAtom)
  useEffect(() => {
    // What fails here is asked for again when the visitor signs, and told then.
    if (key !== undefined && status !== 'signing' && status !== 'done') prepare().catch(() => {})
  }, [key, status, prepare])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network is another attempt
  useEffect(() => drop, [drop, key])
}

const isAskingIn = ({ status }: SignInAttempt) => status === 'idle' || status === 'cancelled'
/** What it answers closes the modal, so there is nothing else to say for the moment between. */
const isWithWallet = ({ status }: SignInAttempt) => status === 'signing' || status === 'done'

const Ask = ({ attempt, asking }: { attempt: SignInAttempt; asking: Words }) => {
  const { projectName } = useAtomValue(bootstrapAtom)
  const wallet = useAtomValue(activeWalletAtom)
  const network = useAtomValue(activeNetworkAtom)
  const { title, lead } = useHeroText(attempt, asking)
  return (
    <Hero
      image={
        <ConnectionDiagram
          from={<IconBox size={64} name={projectName} tone="accent" />}
          to={<IconBox size={64} name={wallet?.name ?? network?.name ?? ''} src={wallet?.iconUrl} />}
          state={lines[attempt.status]}
        />
      }
      title={title}
    >
      {lead}
    </Hero>
  )
}

const useHeroText = (attempt: SignInAttempt, asking: Words): Words => {
  const text = useMessages(signInMessages)
  const errorText = useErrorText()
  const wallet = useAtomValue(activeWalletAtom)?.name ?? text.yourWallet
  if (isAskingIn(attempt)) return asking
  if (isWithWallet(attempt)) return { title: fillText(text.continueIn, { wallet }), lead: text.approve }
  if (attempt.status === 'declined') return { title: text.notSignedIn, lead: fillText(text.declined, { wallet }) }
  return { title: text.notSignedIn, lead: attempt.status === 'failed' ? errorText(attempt.error) : text.late }
}

/** Who signs, and where. */
const Subject = () => {
  const text = useMessages(signInMessages)
  const address = useAtomValue(displayAddressAtom)
  const network = useAtomValue(activeNetworkAtom)
  return (
    <Facts
      facts={[
        { name: text.account, value: shortenAddress(address ?? '') },
        { name: text.network, value: network?.name ?? '' },
      ]}
    />
  )
}

/** The exact text that is signed. It is nobody's language but its own, and is read from left to right. */
const Message = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) => {
  const text = useMessages(signInMessages)
  const message = useAtomValue(preparedMessageAtom)
  if (!message) return null
  const [first, ...rest] = message.text.split('\n')
  return (
    <Disclosure
      summary={isOpen ? text.hideMessage : text.readMessage}
      icon={doc}
      isOpen={isOpen}
      onToggle={onToggle}
      testId="siwx-message"
    >
      <p className={styles.message} lang="en" dir="ltr">
        <span className={styles.first}>{first}</span>
        {`\n${rest.join('\n')}`}
      </p>
    </Disclosure>
  )
}
