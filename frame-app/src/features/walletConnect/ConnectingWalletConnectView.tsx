import { useAtomValue } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import { readDevice } from '../../core/domain/device.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { useHeldPairing } from '../useHeldPairing.ts'
import { Connecting } from './Connecting.tsx'
import type { Chosen } from './chosen.ts'
import { type Way, waysTo } from './ways.ts'

/** A wallet from a list that is not in the page. */
export const ConnectingWalletConnectView = ({ data: chosen }: { data: Chosen }): ReactNode => {
  const hasRelay = useAtomValue(bootstrapAtom).walletConnect !== undefined
  const ways = waysTo(chosen.wallet, readDevice(window), hasRelay)
  const [wanted, choose] = useState<Way | null>(null)
  const way = ways.find((candidate) => candidate === wanted) ?? ways[0] ?? 'browser'
  useHeldPairing(chosen.wallet)
  return <Connecting chosen={chosen} tabs={{ ways, way, choose }} />
}
