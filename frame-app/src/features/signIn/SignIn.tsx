import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect, useState } from 'react'
import { shortenAddress } from '../../core/domain/address.ts'
import { activeDisplayAddressAtom } from '../../core/state/addresses.ts'
import { activeWalletAtom } from '../../core/state/connections.ts'
import { activeNetworkAtom } from '../../core/state/networks.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { Body } from '../../ui/Body.tsx'
import { ConnectionDiagram, type ConnectionLineState } from '../../ui/ConnectionDiagram.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { docIcon } from '../../ui/icons.ts'
import { useErrorText, useMessages } from '../useMessages.ts'
import { preparedMessageAtom, prepareSignInAtom } from './messageAtoms.ts'
import { signInMessages } from './messages.ts'
import { NextSignInStep } from './NextSignInStep.tsx'
import styles from './SignIn.module.css'
import { signInSubjectAtom } from './signInAtoms.ts'
import { dropSignInAttemptAtom, type SignInAttempt, signInAttemptAtom } from './signInAttempt.ts'

const lineStates = {
  idle: 'ready',
  cancelled: 'ready',
  signing: 'waiting',
  done: 'done',
  declined: 'stopped',
  late: 'stopped',
  failed: 'stopped',
} as const satisfies Record<SignInAttempt['status'], ConnectionLineState>

type HeroText = { title: string; lead: string }

/** The view of a sign-in. `idleText` is its text before the visitor signs. */
export const SignIn = ({ idleText }: { idleText: HeroText }): ReactNode => {
  const attempt = useAtomValue(signInAttemptAtom)
  const [isReading, setReading] = useState(false)
  usePreparedMessage()
  const isIdle = isIdleAttempt(attempt)
  const isOpen = isIdle && isReading
  return (
    <>
      <Body>
        {isOpen ? <Hero title={idleText.title} /> : <SignInHero attempt={attempt} idleText={idleText} />}
        {!isOpen && (isIdle || isWithWallet(attempt)) && <Subject />}
        {isIdle && <Message isOpen={isReading} onToggle={setReading} />}
      </Body>
      <NextSignInStep attempt={attempt} />
    </>
  )
}

/**
 * Prepares the message before the visitor signs. A visitor may read it first, and some wallets must get the request
 * within the visitor's tap.
 */
const usePreparedMessage = (): void => {
  const { status } = useAtomValue(signInAttemptAtom)
  const key = useAtomValue(signInSubjectAtom)?.key
  const prepare = useSetAtom(prepareSignInAtom)
  const dropAttempt = useSetAtom(dropSignInAttemptAtom)
  useEffect(() => {
    // A failure stays silent, because `signInAtom` prepares the message again and shows the failure.
    if (key !== undefined && status !== 'signing' && status !== 'done') prepare().catch(() => {})
  }, [key, status, prepare])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new account or network starts a new attempt
  useEffect(() => dropAttempt, [dropAttempt, key])
}

const isIdleAttempt = ({ status }: SignInAttempt) => status === 'idle' || status === 'cancelled'
/**
 * Whether the view shows the text of the state `signing`. It keeps this text in the state `done`, because the modal
 * closes right after the sign-in.
 */
const isWithWallet = ({ status }: SignInAttempt) => status === 'signing' || status === 'done'

const SignInHero = ({ attempt, idleText }: { attempt: SignInAttempt; idleText: HeroText }) => {
  const { projectName } = useAtomValue(bootstrapAtom)
  const wallet = useAtomValue(activeWalletAtom)
  const network = useAtomValue(activeNetworkAtom)
  const { title, lead } = useHeroText(attempt, idleText)
  return (
    <Hero
      image={
        <ConnectionDiagram
          from={<IconBox size={64} name={projectName} tone="accent" />}
          to={<IconBox size={64} name={wallet?.name ?? network?.name ?? ''} src={wallet?.iconUrl} />}
          state={lineStates[attempt.status]}
        />
      }
      title={title}
    >
      {lead}
    </Hero>
  )
}

const useHeroText = (attempt: SignInAttempt, idleText: HeroText): HeroText => {
  const text = useMessages(signInMessages)
  const errorText = useErrorText()
  const wallet = useAtomValue(activeWalletAtom)?.name ?? text.yourWallet
  if (isIdleAttempt(attempt)) return idleText
  if (isWithWallet(attempt)) return { title: fillText(text.continueIn, { wallet }), lead: text.approve }
  if (attempt.status === 'declined') return { title: text.notSignedIn, lead: fillText(text.declined, { wallet }) }
  return { title: text.notSignedIn, lead: attempt.status === 'failed' ? errorText(attempt.error) : text.late }
}

/** Shows which account signs in on which network. */
const Subject = () => {
  const text = useMessages(signInMessages)
  const address = useAtomValue(activeDisplayAddressAtom)
  const network = useAtomValue(activeNetworkAtom)
  return (
    <FactList
      facts={[
        { name: text.account, value: shortenAddress(address ?? '') },
        { name: text.network, value: network?.name ?? '' },
      ]}
    />
  )
}

/** The exact text that the wallet signs. It is English and left-to-right in every language. */
const Message = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) => {
  const text = useMessages(signInMessages)
  const message = useAtomValue(preparedMessageAtom)
  if (!message) return null
  const [first, ...rest] = message.text.split('\n')
  return (
    <Disclosure
      summary={isOpen ? text.hideMessage : text.readMessage}
      icon={docIcon}
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
