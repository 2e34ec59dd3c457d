import { Body } from '../../ui/Body.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { useMessages } from '../useMessages.ts'
import type { Chosen } from './chosen.ts'
import { Ends } from './Ends.tsx'
import { walletConnectMessages } from './messages.ts'

/** The wallet said yes; what follows takes no more than a moment. */
export const Accepted = ({ chosen }: { chosen: Chosen | null }) => {
  const text = useMessages(walletConnectMessages)
  return (
    <Body>
      <Hero picture={<Ends chosen={chosen} state="done" />} title={text.accepted}>
        {text.acceptedNext}
      </Hero>
    </Body>
  )
}
