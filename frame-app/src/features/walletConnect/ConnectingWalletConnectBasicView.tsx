import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { pairingAtom } from '../../state/pairing.ts'
import { useHeldPairing } from '../useHeldPairing.ts'
import { Accepted } from './Accepted.tsx'
import { Scan } from './Scan.tsx'

/** Whichever wallet the visitor scans with. */
export const ConnectingWalletConnectBasicView = (): ReactNode => {
  const pairing = useAtomValue(pairingAtom)
  useHeldPairing(null)
  return pairing.status === 'approved' ? <Accepted chosen={null} /> : <Scan chosen={null} tabs={null} />
}
