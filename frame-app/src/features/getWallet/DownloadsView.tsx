import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { ReactNode } from 'react'
import { type Download, downloadsOf } from '../../core/domain/walletDownloads.ts'
import { Body } from '../../ui/Body.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { globeIcon, laptopIcon, phoneIcon } from '../../ui/icons.ts'
import { List, ListLink } from '../../ui/ListItem.tsx'
import { useMessages } from '../useMessages.ts'
import styles from './DownloadsView.module.css'
import { getWalletMessages } from './messages.ts'

type Props = { data: { wallet: DirectoryWallet; iconUrl?: string | undefined } }

export const DownloadsView = ({ data: { wallet, iconUrl } }: Props): ReactNode => {
  const text = useMessages(getWalletMessages)
  return (
    <Body>
      <div className={styles.intro}>
        <IconBox size={72} name={wallet.name} src={iconUrl} />
        <p className={styles.lead}>{fillText(text.install, { wallet: wallet.name })}</p>
      </div>
      <List>
        {downloadsOf(wallet).map(({ kind, href }) => (
          <ListLink
            key={kind}
            href={href}
            start={<IconBox icon={icons[kind]} />}
            name={text[kind]}
            // No app store reviews a wallet's own website, so its row shows the host of the website.
            detail={kind === 'website' || kind === 'webApp' ? new URL(href).host : undefined}
          />
        ))}
      </List>
    </Body>
  )
}

const icons = {
  extension: laptopIcon,
  iphone: phoneIcon,
  android: phoneIcon,
  webApp: globeIcon,
  website: globeIcon,
} as const satisfies Record<Download['kind'], IconName>
