import { useAtomValue, useSetAtom } from 'jotai/react'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { connectWalletAtom } from '../../router/connectWallet.ts'
import { pushAtom } from '../../router/router.ts'
import { ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { offlineIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { generalMessages } from '../messages.ts'
import { useMessages } from '../useMessages.ts'
import styles from './AllWalletsView.module.css'
import { allWalletsMessages } from './messages.ts'
import { WalletCell } from './WalletCell.tsx'
import { openListAtom } from './walletList.ts'

type Props = { isOffline: boolean }

/** Lists the wallets of the page instead of the directory, which did not load. */
export const DirectoryUnreachable = ({ isOffline }: Props) => {
  const text = useMessages(allWalletsMessages)
  const rows = useAtomValue(walletRowsAtom)
  const connectWallet = useSetAtom(connectWalletAtom)
  return (
    <>
      <Notice tone="warn" icon={offlineIcon} title={isOffline ? text.offline : text.unreachable}>
        {isOffline ? text.offlineNext : text.unreachableNext}
      </Notice>
      <ul className={styles.grid} aria-label={text.wallets}>
        {rows.map(
          ({ id, name, iconUrl, walletIds }) =>
            walletIds && (
              <WalletCell
                key={id}
                {...{ id, name, iconUrl }}
                onClick={() => connectWallet({ name, iconUrl, walletIds })}
              />
            ),
        )}
      </ul>
    </>
  )
}

/** Offers to load the directory again, and the QR code unless the visitor is offline. */
export const RetryDirectoryActions = ({ isOffline }: Props) => {
  const text = useMessages(allWalletsMessages)
  const { tryAgain } = useMessages(generalMessages)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  const open = useSetAtom(openListAtom)
  const push = useSetAtom(pushAtom)
  return (
    <ViewFoot>
      <Button icon="retry" onClick={() => void open()}>
        {tryAgain}
      </Button>
      {walletConnect && !isOffline && (
        <Button icon="qr" onClick={() => push({ view: 'ConnectingWalletConnectBasic' })} focusKey="code">
          {text.showCode}
        </Button>
      )}
    </ViewFoot>
  )
}
