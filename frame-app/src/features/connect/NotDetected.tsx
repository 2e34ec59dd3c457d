import type { ReactNode } from 'react'
import type { WalletLinks, WalletRow } from '../../connectors/order.ts'
import { Body, Foot } from '../../ui/Body.tsx'
import { Hero } from '../../ui/Hero.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { FinePrint } from '../../ui/Link.tsx'
import { List, ListLink } from '../../ui/ListItem.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { useMessages } from '../language.ts'
import { type ConnectMessages, en } from './messages.ts'

/** A wallet that is known and not here: where to get it, and nothing that pretends to connect. */
export const NotDetected = ({ row }: { row: WalletRow }): ReactNode => {
  const text = useMessages('connect', en)
  return (
    <>
      <Body>
        <Hero picture={<Tile size={72} name={row.name} src={row.iconUrl} />} title={text.notDetected}>
          {text.notDetectedWhy(row.name)}
        </Hero>
        <List>
          {places.flatMap(({ link, icon, name, detail }) => {
            const href = row.links?.[link]
            if (!href) return []
            const words = { name: text[name](row.name), detail: text[detail] }
            return <ListLink key={link} href={href} start={<Tile icon={icon} />} {...words} />
          })}
        </List>
      </Body>
      <Foot>
        <FinePrint>{text.reloadAfter}</FinePrint>
      </Foot>
    </>
  )
}

type Place = {
  link: keyof WalletLinks
  icon: IconName
  name: 'getWallet' | 'openWallet'
  detail: { [Key in keyof ConnectMessages]: ConnectMessages[Key] extends string ? Key : never }[keyof ConnectMessages]
}

const places: Place[] = [
  { link: 'chrome_store', icon: 'download', name: 'getWallet', detail: 'forBrowser' },
  { link: 'app_store', icon: 'phone', name: 'getWallet', detail: 'forIphone' },
  { link: 'play_store', icon: 'phone', name: 'getWallet', detail: 'forAndroid' },
  { link: 'webapp_link', icon: 'globe', name: 'openWallet', detail: 'asWebApp' },
  { link: 'homepage', icon: 'globe', name: 'getWallet', detail: 'website' },
]
