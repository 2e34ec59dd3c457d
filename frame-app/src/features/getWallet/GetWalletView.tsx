import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { walletImageUrl } from '../../core/api/wallets.ts'
import { platformsInWalletLinks } from '../../core/domain/walletDownloads.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { FinePrint, LinkButton } from '../../ui/Link.tsx'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { useMessages } from '../useMessages.ts'
import styles from './GetWalletView.module.css'
import { getWalletMessages } from './messages.ts'

/** The number of wallets that the view offers. */
const shown = 4

/** Offers a few wallets to a visitor without one. */
export const GetWalletView = (): ReactNode => {
  const text = useMessages(getWalletMessages)
  const { wallets, walletCount } = useAtomValue(bootstrapAtom)
  const push = useSetAtom(pushAtom)
  return (
    <>
      <Body>
        <List>
          {wallets.slice(0, shown).map((wallet) => {
            const iconUrl = walletImageUrl(wallet)
            const kind = platformsInWalletLinks(wallet)
            return (
              <ListItem
                key={wallet.id}
                name={wallet.name}
                detail={kind ? text[kind] : undefined}
                start={<IconBox name={wallet.name} src={iconUrl} />}
                end={<span className={styles.get}>{text.get}</span>}
                onClick={() => push({ view: 'Downloads', data: { wallet, iconUrl } })}
                focusKey={`get ${wallet.id}`}
              />
            )
          })}
        </List>
      </Body>
      {walletCount > shown && (
        <ViewFoot>
          <FinePrint>
            <LinkButton onClick={() => push({ view: 'AllWallets' })} focusKey="all">
              {text.seeAll}
            </LinkButton>
          </FinePrint>
        </ViewFoot>
      )}
    </>
  )
}
