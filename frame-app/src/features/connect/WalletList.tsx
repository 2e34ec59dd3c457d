import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import type { WalletRow } from '../../core/connectors/order.ts'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { roundCount } from '../../core/domain/text.ts'
import { walletDiscoveryAtom } from '../../core/state/connections.ts'
import { isPhoneAtom } from '../../core/state/device.ts'
import { bootstrapAtom, isLegalConsentMissingAtom, optionsAtom } from '../../core/state/options.ts'
import { expectPairingAtom } from '../../core/state/pairing.ts'
import { allWalletsKey, chooseWalletAtom, walletKey } from '../../router/chooseRow.ts'
import { pushAtom } from '../../router/router.ts'
import { IconBox } from '../../ui/IconBox.tsx'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useAnnouncement } from '../announcements.ts'
import { useMessages } from '../useMessages.ts'
import { keepKeys, keepRowOrder } from './keepRowOrder.ts'
import { connectMessages } from './messages.ts'

export const WalletList = (): ReactNode => {
  const text = useMessages(connectMessages)
  const isWaiting = useAtomValue(walletDiscoveryAtom) === 'waiting'
  const rows = useOrderedRows(isWaiting)
  useAnnouncement(isWaiting ? text.loadingWallets : '')
  return (
    <List label={text.wallets} testId="wallet-list">
      {rows.map((row) => (
        <WalletItem key={row.key} row={row} />
      ))}
      <SearchRow />
    </List>
  )
}

export const WalletItem = ({ row }: { row: WalletRow }) => {
  const isOff = useAtomValue(isLegalConsentMissingAtom)
  const choose = useSetAtom(chooseWalletAtom)
  const expectPairing = useSetAtom(expectPairingAtom)
  const { id, name, kind, iconUrl } = row
  return (
    <ListItem
      name={name}
      start={
        kind === 'walletConnect' && !iconUrl ? (
          <IconBox icon="qr" tone="accent" />
        ) : (
          <IconBox name={name} src={iconUrl} />
        )
      }
      end={<RowTag row={row} isOff={isOff} />}
      disabled={isOff}
      onClick={() => choose(row)}
      onNear={kind === 'walletConnect' || row.wallet ? expectPairing : undefined}
      isReserved={row.isPending}
      isFiller={kind === 'recommended'}
      testId={`wallet-selector-${id}`}
      focusKey={walletKey(id)}
    />
  )
}

/** The row that opens the All Wallets view. It shows how many wallets the directory has. */
const SearchRow = () => {
  const text = useMessages(connectMessages)
  const isOff = useAtomValue(isLegalConsentMissingAtom)
  const { walletConnect, walletCount } = useAtomValue(bootstrapAtom)
  const { allWallets } = useAtomValue(optionsAtom)
  const isPhone = useAtomValue(isPhoneAtom)
  const push = useSetAtom(pushAtom)
  if (!walletConnect || walletCount === 0 || allWallets === 'HIDE' || (allWallets === 'ONLY_MOBILE' && !isPhone))
    return null
  return (
    <ListItem
      name={text.searchWallet}
      start={<IconBox icon="search" />}
      end={
        <Tag>
          <bdi>{roundCount(walletCount)}</bdi>
        </Tag>
      }
      disabled={isOff}
      onClick={() => push({ view: 'AllWallets' })}
      testId="all-wallets"
      focusKey={allWalletsKey}
    />
  )
}

const RowTag = ({ row, isOff }: { row: WalletRow; isOff: boolean }) => {
  const text = useMessages(connectMessages)
  const isPhone = useAtomValue(isPhoneAtom)
  const { tag } = row
  if (!tag || (isPhone && tag === 'qrCode')) return null
  return <Tag tone={isOff ? undefined : tones[tag]}>{text[tag]}</Tag>
}

const tones: { readonly [Name in NonNullable<WalletRow['tag']>]?: 'ok' | 'accent' } = {
  installed: 'ok',
  recent: 'accent',
}

/** Sorts the rows until the page has sent its first wallets, and then keeps their order. */
const useOrderedRows = (isWaiting: boolean) => {
  const [shownKeys, setShownKeys] = useState<string[]>([])
  const [wasWaiting, setWasWaiting] = useState(true)
  const rows = keepKeys(shownKeys, useAtomValue(walletRowsAtom))
  const placed = wasWaiting ? rows : keepRowOrder(shownKeys, rows)
  const keys = placed.map(({ key }) => key)
  if (keys.join() !== shownKeys.join()) setShownKeys(keys)
  if (wasWaiting !== isWaiting) setWasWaiting(isWaiting)
  return placed
}
