import { useAtomValue } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import { readDevice } from '../../domain/device.ts'
import { bootstrapAtom } from '../../state/options.ts'
import { pairingAtom } from '../../state/pairing.ts'
import { useHeldPairing } from '../useHeldPairing.ts'
import { Accepted } from './Accepted.tsx'
import type { Chosen } from './chosen.ts'
import { NotDetected } from './NotDetected.tsx'
import { OpenApp } from './OpenApp.tsx'
import { Scan } from './Scan.tsx'
import { type Way, waysTo } from './ways.ts'

/** A wallet from a list that is not in the page. One pairing serves all its ways. */
export const ConnectingWalletConnectView = ({ data: chosen }: { data: Chosen }): ReactNode => {
  const { wallet } = chosen
  const hasRelay = useAtomValue(bootstrapAtom).walletConnect !== undefined
  const pairing = useAtomValue(pairingAtom)
  const ways = waysTo(wallet, readDevice(window), hasRelay)
  const [wanted, choose] = useState<Way | null>(null)
  const way = ways.find((candidate) => candidate === wanted) ?? ways[0] ?? 'browser'
  const tabs = { ways, way, choose }
  useHeldPairing(wallet)
  if (pairing.status === 'approved') return <Accepted chosen={chosen} />
  if (way === 'qrCode') return <Scan {...{ chosen, tabs }} />
  if (way === 'browser') return <NotDetected {...{ chosen, tabs }} />
  return <OpenApp key={way} {...{ chosen, tabs }} base={wallet[links[way]]} />
}

const links = { mobile: 'mobile_link', desktop: 'desktop_link', web: 'webapp_link' } as const
