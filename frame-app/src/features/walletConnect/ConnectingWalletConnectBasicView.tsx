import type { ReactNode } from 'react'
import { useHeldPairing } from '../useHeldPairing.ts'
import { Connecting } from './Connecting.tsx'

/** Whichever wallet the visitor scans with. */
export const ConnectingWalletConnectBasicView = (): ReactNode => {
  useHeldPairing(null)
  return <Connecting chosen={null} tabs={null} />
}
