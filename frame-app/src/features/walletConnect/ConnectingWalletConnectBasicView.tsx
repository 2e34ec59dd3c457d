import type { ReactNode } from 'react'
import { useLivePairing } from '../useLivePairing.ts'
import { Connecting } from './Connecting.tsx'

/** The view with a QR code for any wallet that the visitor scans with. */
export const ConnectingWalletConnectBasicView = (): ReactNode => {
  useLivePairing(null)
  return <Connecting chosen={null} tabs={null} />
}
