import { useAtomValue, useSetAtom } from 'jotai/react'
import { walletRowsAtom } from '../../connectors/walletRows.ts'
import { pushAtom } from '../../router/router.ts'
import { bootstrapAtom } from '../../state/options.ts'
import { Body, Foot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { offline } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useMessages } from '../language.ts'
import { en as general } from '../messages.ts'
import { useAskWallet } from '../useAskWallet.ts'
import styles from './AllWalletsView.module.css'
import { en } from './messages.ts'
import { WalletCell } from './WalletCell.tsx'
import { openListAtom } from './walletList.ts'

/** Without the directory there are still the wallets of the page, and any wallet that scans. */
export const Unreachable = () => {
  const text = useMessages('allWallets', en)
  const { tryAgain } = useMessages('general', general)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  const rows = useAtomValue(walletRowsAtom)
  const open = useSetAtom(openListAtom)
  const push = useSetAtom(pushAtom)
  const ask = useAskWallet()
  return (
    <>
      <Body>
        <Notice tone="warn" icon={offline} title={text.unreachable}>
          {text.unreachableNext}
        </Notice>
        <ul className={styles.grid} aria-label={text.wallets}>
          {rows.map(
            ({ id, name, iconUrl, walletIds }) =>
              walletIds && (
                <WalletCell key={id} {...{ id, name, iconUrl }} onClick={() => ask({ name, iconUrl, walletIds })} />
              ),
          )}
        </ul>
      </Body>
      <Foot>
        <Button icon="retry" onClick={() => void open()}>
          {tryAgain}
        </Button>
        {walletConnect && (
          <Button icon="qr" onClick={() => push({ view: 'ConnectingWalletConnectBasic' })} focusKey="code">
            {text.showCode}
          </Button>
        )}
      </Foot>
    </>
  )
}
