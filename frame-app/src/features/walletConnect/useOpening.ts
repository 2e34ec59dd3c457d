import { useAtomValue, useSetAtom } from 'jotai/react'
import { type MouseEvent, useState } from 'react'
import { pairingLink } from '../../core/domain/deepLink.ts'
import { readDevice } from '../../core/domain/device.ts'
import { pairingAtom, retryPairingAtom } from '../../core/state/pairing.ts'
import { useOpenApp } from '../useOpenApp.ts'
import type { Chosen } from './chosen.ts'
import { useStillWaiting } from './useStillWaiting.ts'
import type { Way } from './ways.ts'

const links = { mobile: 'mobile_link', desktop: 'desktop_link', web: 'webapp_link' } as const

export type Opening = {
  uri: string | null
  /** `none`: this device can't open the wallet from here. */
  link: string | 'preparing' | 'none'
  isLate: boolean
  open: (event: MouseEvent<HTMLAnchorElement>) => void
  reset: () => void
}

/** The wallet as something that a tap opens. */
export const useOpening = (chosen: Chosen | null, way: Way): Opening => {
  const pairing = useAtomValue(pairingAtom)
  const retry = useSetAtom(retryPairingAtom)
  const openApp = useOpenApp()
  const [opened, setOpened] = useState<{ way: Way; at: number } | null>(null)
  const at = opened?.way === way ? opened.at : null
  const uri = pairing.status === 'ready' ? pairing.uri : null
  const base = way === 'qrCode' || way === 'browser' ? undefined : chosen?.wallet[links[way]]
  return {
    uri,
    link: uri === null ? 'preparing' : (pairingLink(base, uri, readDevice(window)) ?? 'none'),
    isLate: useStillWaiting(at),
    open: (event) => {
      setOpened({ way, at: Date.now() })
      openApp(event)
    },
    reset: () => {
      setOpened(null)
      retry()
    },
  }
}
