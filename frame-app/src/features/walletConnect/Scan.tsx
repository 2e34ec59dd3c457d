import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { pairingAtom, retryPairingAtom } from '../../core/state/pairing.ts'
import { Button } from '../../ui/Button.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { FinePrint } from '../../ui/Link.tsx'
import { QrCode, QrSkeleton } from '../../ui/QrCode.tsx'
import { useMessages } from '../useMessages.ts'
import { CopyLink } from './CopyLink.tsx'
import type { ChosenWallet } from './chosenWallet.ts'
import { GetWalletLink } from './GetWalletLink.tsx'
import { walletConnectMessages } from './messages.ts'
import styles from './Scan.module.css'

type Props = {
  chosen: ChosenWallet | null
  uri: string | null
  /** The link of an expired pairing that could not be renewed. */
  stale: string | null
}

/** Shows the QR code for a wallet on another device. */
export const Scan = ({ chosen, uri, stale }: Props) => {
  const text = useMessages(walletConnectMessages)
  const icon = chosen && <IconBox size={42} name={chosen.wallet.name} src={chosen.iconUrl} />
  return (
    <>
      {uri !== null ? (
        <QrCode text={uri} label={text.qrCode} icon={icon} testId="wui-qr-code" />
      ) : stale !== null ? (
        <QrCode text={stale} label={text.expired} icon={icon} over={<Expired />} />
      ) : (
        <QrSkeleton label={text.preparing} />
      )}
      <FinePrint>{chosen ? fillText(text.scanWith, { wallet: chosen.wallet.name }) : text.scan}</FinePrint>
    </>
  )
}

const Expired = () => {
  const text = useMessages(walletConnectMessages)
  const pairing = useAtomValue(pairingAtom)
  const retry = useSetAtom(retryPairingAtom)
  const isOffline = pairing.status === 'failed' && pairing.error.code === 'OFFLINE'
  return (
    <>
      <div role="alert">
        <p className={styles.title}>{text.expired}</p>
        <p className={styles.why}>{isOffline ? text.expiredOffline : text.expiredWhy}</p>
      </div>
      <Button
        size="fit"
        variant="primary"
        icon="retry"
        onClick={() => retry()}
        testId="w3m-connecting-widget-secondary-button"
      >
        {text.newCode}
      </Button>
    </>
  )
}

export const ScanFoot = ({ chosen, uri }: { chosen: ChosenWallet | null; uri: string | null }) => (
  <>
    <CopyLink uri={uri} />
    {chosen && <GetWalletLink chosen={chosen} />}
  </>
)
