import { useAtomValue, useSetAtom } from 'jotai/react'
import { type MouseEvent, useState } from 'react'
import { pairingLink } from '../../domain/deepLink.ts'
import { readDevice } from '../../domain/device.ts'
import { pairingAtom, retryPairingAtom } from '../../state/pairing.ts'
import { Foot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { useMessages } from '../language.ts'
import { CopyLink } from './CopyLink.tsx'
import type { Chosen } from './chosen.ts'
import { Ends } from './Ends.tsx'
import { Failed } from './Failed.tsx'
import { GetIt } from './GetIt.tsx'
import { en } from './messages.ts'
import { useStillWaiting } from './useStillWaiting.ts'
import { type Tabs, WayBody } from './WayBody.tsx'

/** A second tap within this time is the same one; the wallet would show its question twice. */
const sameTapMs = 1_000

/** A wallet that a link opens: an app on this device, or a page of its own. */
export const OpenApp = ({ chosen, tabs, base }: { chosen: Chosen; tabs: Tabs; base: string | undefined }) => {
  const text = useMessages('walletConnect', en)
  const pairing = useAtomValue(pairingAtom)
  const retry = useSetAtom(retryPairingAtom)
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  const isLate = useStillWaiting(openedAt)
  const { name } = chosen.wallet
  if (pairing.status === 'failed') return <Failed {...{ chosen, tabs }} error={pairing.error} />
  const uri = pairing.status === 'ready' ? pairing.uri : null
  const link = uri === null ? null : pairingLink(base, uri, readDevice(window))
  const isDead = uri !== null && link === null
  const open = (event: MouseEvent) => {
    if (openedAt !== null && Date.now() - openedAt < sameTapMs) event.preventDefault()
    else setOpenedAt(Date.now())
  }
  const reset = () => {
    setOpenedAt(null)
    retry()
  }
  const words = isDead
    ? { title: text.notOpened(name), lead: text.notOpenedNext(name) }
    : isLate
      ? { title: text.stillWaiting(name), lead: text.stillWaitingNext(name) }
      : { title: text.continueIn(name), lead: text.acceptRequest }
  return (
    <>
      <WayBody tabs={tabs}>
        <Hero picture={<Ends chosen={chosen} state={isDead ? 'ready' : 'waiting'} />} title={words.title}>
          {words.lead}
        </Hero>
      </WayBody>
      <Foot>
        {link !== null ? (
          <ButtonLink variant="primary" icon="open" href={link} onClick={open} testId="open-wallet">
            {text.openWallet(name)}
          </ButtonLink>
        ) : (
          !isDead && (
            <Button variant="primary" busy onClick={() => {}}>
              {text.openWallet(name)}
            </Button>
          )
        )}
        {isLate ? (
          <Button icon="retry" onClick={reset}>
            {text.reset}
          </Button>
        ) : (
          <CopyLink uri={uri} variant={isDead ? 'primary' : 'plain'} />
        )}
        <GetIt chosen={chosen} />
      </Foot>
    </>
  )
}
