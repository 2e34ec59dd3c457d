import { countText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect } from 'react'
import { isPhone, readDevice } from '../../core/domain/device.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { Body } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { offlineIcon, walletIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useAnnouncement } from '../announcements.ts'
import { textLocaleAtom } from '../language.ts'
import { generalMessages } from '../messages.ts'
import { useLivePairing } from '../useLivePairing.ts'
import { useMessages } from '../useMessages.ts'
import styles from './AllWalletsView.module.css'
import { DirectoryUnreachable, RetryDirectoryActions } from './DirectoryUnreachable.tsx'
import { allWalletsMessages } from './messages.ts'
import { SearchBar } from './SearchBar.tsx'
import { WalletCellSkeleton } from './WalletCell.tsx'
import { WalletGrid } from './WalletGrid.tsx'
import {
  hasFailedPagesAtom,
  isListNarrowedAtom,
  isSearchingAtom,
  openListAtom,
  retryPagesAtom,
  walletListAtom,
} from './walletList.ts'

export const AllWalletsView = (): ReactNode => {
  const list = useAtomValue(walletListAtom)
  const open = useSetAtom(openListAtom)
  useEffect(() => void open(), [open])
  useReadyPairing()
  useResultAnnouncement()
  const isNarrowed = useAtomValue(isListNarrowedAtom)
  const hasFailed = list.status === 'failed'
  return (
    <>
      <Body hasSteadyHeight={!hasFailed}>
        {/* The search bar stays after a failed search, so that the visitor can change the query. */}
        {(!hasFailed || isNarrowed) && <SearchBar />}
        <Incomplete />
        {list.status === 'failed' ? (
          <DirectoryUnreachable isOffline={list.isOffline} />
        ) : list.status === 'loading' ? (
          <GridSkeleton />
        ) : list.count === 0 ? (
          <NoneFound />
        ) : (
          <WalletGrid key={`${list.query.search} ${list.query.certifiedOnly}`} list={list} />
        )}
      </Body>
      {list.status === 'failed' && <RetryDirectoryActions isOffline={list.isOffline} />}
    </>
  )
}

/** Keeps a pairing ready on a phone, because the next tap may open an app, which needs the pairing's link at once. */
const useReadyPairing = () => useLivePairing(null, isPhone(readDevice(window)))

const useResultAnnouncement = () => {
  const text = useMessages(allWalletsMessages)
  const locale = useAtomValue(textLocaleAtom)
  const list = useAtomValue(walletListAtom)
  const isSearching = useAtomValue(isSearchingAtom)
  const isAnswer = list.status === 'ready' && !isSearching && (list.query.search || list.query.certifiedOnly)
  const found = list.status === 'ready' && (list.count > 0 ? countText(text.found, list.count, locale) : text.noneFound)
  useAnnouncement(list.status === 'loading' ? text.loading : isAnswer && found ? found : '')
}

const Incomplete = () => {
  const text = useMessages(allWalletsMessages)
  const { tryAgain } = useMessages(generalMessages)
  const hasFailed = useAtomValue(hasFailedPagesAtom)
  const retry = useSetAtom(retryPagesAtom)
  if (!hasFailed) return null
  return (
    <Notice
      tone="warn"
      icon={offlineIcon}
      title={text.incomplete}
      action={
        <Button size="small" icon="retry" onClick={() => retry()}>
          {tryAgain}
        </Button>
      }
    >
      {text.incompleteNext}
    </Notice>
  )
}

const placeholderCount = 16

const GridSkeleton = () => (
  <ul className={styles.grid} aria-busy="true">
    {[...Array(placeholderCount).keys()].map((index) => (
      <WalletCellSkeleton key={index} />
    ))}
  </ul>
)

const NoneFound = () => {
  const text = useMessages(allWalletsMessages)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  const push = useSetAtom(pushAtom)
  return (
    <div className={styles.none} data-testid="no-wallet-found">
      <IconBox size={44} icon={walletIcon} />
      <p className={styles.noneTitle}>{text.noneFound}</p>
      {walletConnect && (
        <>
          <p className={styles.noneNext}>{text.noneFoundNext}</p>
          <Button size="fit" icon="qr" onClick={() => push({ view: 'ConnectingWalletConnectBasic' })} focusKey="code">
            {text.showCode}
          </Button>
        </>
      )}
    </div>
  )
}
