import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { pairingAtom, retryPairingAtom } from '../../state/pairing.ts'
import { Foot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { FinePrint } from '../../ui/Link.tsx'
import { QrCode, QrSkeleton } from '../../ui/QrCode.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { useMessages } from '../language.ts'
import { CopyLink } from './CopyLink.tsx'
import type { Chosen } from './chosen.ts'
import { Failed } from './Failed.tsx'
import { isStale } from './failure.ts'
import { GetIt } from './GetIt.tsx'
import { en } from './messages.ts'
import styles from './Scan.module.css'
import { type Tabs, WayBody } from './WayBody.tsx'

/** A code for a wallet on another device. */
export const Scan = ({ chosen, tabs }: { chosen: Chosen | null; tabs: Tabs | null }) => {
  const text = useMessages('walletConnect', en)
  const pairing = useAtomValue(pairingAtom)
  const [lastUri, setLastUri] = useState<string | null>(null)
  const uri = pairing.status === 'ready' ? pairing.uri : null
  if (uri !== null && uri !== lastUri) setLastUri(uri)
  const staleUri = pairing.status === 'failed' && isStale(pairing.error) ? lastUri : null
  if (pairing.status === 'failed' && staleUri === null) return <Failed {...{ chosen, tabs }} error={pairing.error} />
  return (
    <>
      <WayBody tabs={tabs}>
        {uri !== null ? (
          <QrCode text={uri} label={text.qrCode} mark={chosen && <Mark chosen={chosen} />} testId="wui-qr-code" />
        ) : staleUri !== null ? (
          <QrCode text={staleUri} label={text.expired} over={<Expired />} />
        ) : (
          <QrSkeleton label={text.preparing} />
        )}
        <FinePrint>{chosen ? text.scanWith(chosen.wallet.name) : text.scan}</FinePrint>
      </WayBody>
      <Foot>
        <CopyLink uri={uri} />
        {chosen && <GetIt chosen={chosen} />}
      </Foot>
    </>
  )
}

const Mark = ({ chosen: { wallet, iconUrl } }: { chosen: Chosen }) => (
  <Tile size={42} name={wallet.name} src={iconUrl} />
)

const Expired = () => {
  const text = useMessages('walletConnect', en)
  const pairing = useAtomValue(pairingAtom)
  const retry = useSetAtom(retryPairingAtom)
  const isOffline = pairing.status === 'failed' && pairing.error.code === 'OFFLINE'
  return (
    <>
      <div role="alert">
        <p className={styles.title}>{text.expired}</p>
        <p className={styles.why}>{isOffline ? text.expiredOffline : text.expiredWhy}</p>
      </div>
      <Button size="fit" variant="primary" icon="retry" onClick={() => retry()} testId={retryId}>
        {text.newCode}
      </Button>
    </>
  )
}

const retryId = 'w3m-connecting-widget-secondary-button'
