import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { canPairAtom, holdPairingAtom, type PairingWallet, setPairingWalletAtom } from '../core/state/pairing.ts'

/**
 * Keeps a pairing alive while the view is open. `wallet` is the wallet to pair with, or null for any wallet that scans
 * the code.
 */
export const useLivePairing = (wallet: PairingWallet | null, isWanted = true): void => {
  const hasRelay = useAtomValue(canPairAtom)
  const hold = useSetAtom(holdPairingAtom)
  const pairWith = useSetAtom(setPairingWalletAtom)
  useEffect(() => {
    if (!hasRelay || !isWanted) return
    pairWith(wallet)
    return hold()
  }, [hasRelay, isWanted, hold, pairWith, wallet])
}
