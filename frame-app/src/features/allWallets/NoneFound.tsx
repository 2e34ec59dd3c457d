import { useAtomValue, useSetAtom } from 'jotai/react'
import { bootstrapAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { Button } from '../../ui/Button.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { useMessages } from '../useMessages.ts'
import styles from './AllWalletsView.module.css'
import { allWalletsMessages } from './messages.ts'

export const NoneFound = () => {
  const text = useMessages(allWalletsMessages)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  const push = useSetAtom(pushAtom)
  return (
    <div className={styles.none} data-testid="no-wallet-found">
      <Tile size={44} icon="wallet" />
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
