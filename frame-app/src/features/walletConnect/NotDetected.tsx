import { useSetAtom } from 'jotai/react'
import { placesOf } from '../../domain/walletPlaces.ts'
import { pushAtom } from '../../router/router.ts'
import { Foot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { FinePrint } from '../../ui/Link.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { useMessages } from '../language.ts'
import type { Chosen } from './chosen.ts'
import { en } from './messages.ts'
import { type Tabs, WayBody } from './WayBody.tsx'

/** An extension that is known and not here: where to get it, and nothing that pretends to connect. */
export const NotDetected = ({ chosen, tabs }: { chosen: Chosen; tabs: Tabs }) => {
  const text = useMessages('walletConnect', en)
  const push = useSetAtom(pushAtom)
  const { name } = chosen.wallet
  const places = placesOf(chosen.wallet)
  const store = places.find(({ kind }) => kind === 'extension')
  const hasMore = places.some((place) => place !== store)
  const more = () => push({ view: 'Downloads', data: chosen })
  return (
    <>
      <WayBody tabs={tabs}>
        <Hero picture={<Tile size={72} name={name} src={chosen.iconUrl} />} title={text.notDetected}>
          {text.notDetectedWhy(name)}
        </Hero>
      </WayBody>
      <Foot>
        {store ? (
          <>
            <ButtonLink variant="primary" icon="download" href={store.href}>
              {text.getWallet(name)}
            </ButtonLink>
            {hasMore && (
              <Button variant="quiet" onClick={more} focusKey="more">
                {text.otherWays}
              </Button>
            )}
            <FinePrint>{text.reloadAfter}</FinePrint>
          </>
        ) : (
          hasMore && (
            <Button variant="primary" icon="download" onClick={more} focusKey="more">
              {text.getWallet(name)}
            </Button>
          )
        )}
      </Foot>
    </>
  )
}
