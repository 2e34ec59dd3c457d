import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { bootstrapAtom } from '../core/state/options.ts'
import { holdPairingAtom, type PairingWallet, pairWithAtom } from '../core/state/pairing.ts'

/** Keeps a pairing alive while the view shows: for one wallet, or with null for any wallet that scans it. */
export const useLivePairing = (wallet: PairingWallet | null, isWanted = true): void => {
  const hasRelay = useAtomValue(bootstrapAtom).walletConnect !== undefined
  const hold = useSetAtom(holdPairingAtom)
  const pairWith = useSetAtom(pairWithAtom)
  useEffect(() => {
    if (!hasRelay || !isWanted) return
    pairWith(wallet)
    return hold()
  }, [hasRelay, isWanted, hold, pairWith, wallet])
}
