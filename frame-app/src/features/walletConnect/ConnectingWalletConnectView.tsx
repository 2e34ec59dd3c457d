import { useAtomValue } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import { readDevice } from '../../core/domain/device.ts'
import { offeredNamespacesAtom } from '../../core/state/networks.ts'
import { canPairAtom } from '../../core/state/pairing.ts'
import { useLivePairing } from '../useLivePairing.ts'
import { Connecting } from './Connecting.tsx'
import type { ChosenWallet } from './chosenWallet.ts'
import { type Platform, platformsOfWallet } from './platforms.ts'

/** The view that connects a listed wallet that is not in the page. */
export const ConnectingWalletConnectView = ({ data: chosen }: { data: ChosenWallet }): ReactNode => {
  const hasRelay = useAtomValue(canPairAtom)
  const platforms = platformsOfWallet(chosen.wallet, readDevice(window), hasRelay, useAtomValue(offeredNamespacesAtom))
  const [wanted, choose] = useState<Platform | null>(null)
  const platform = platforms.find((candidate) => candidate === wanted) ?? platforms[0] ?? 'browser'
  useLivePairing(
    chosen.wallet,
    platforms.some((each) => each !== 'browse'),
  )
  return <Connecting chosen={chosen} tabs={{ platforms, platform, choose }} />
}
