import { useAtomValue, useSetAtom } from 'jotai/react'
import { type MouseEvent, useEffect, useState } from 'react'
import { pairingLink } from '../../core/domain/deepLink.ts'
import { readDevice } from '../../core/domain/device.ts'
import { pairingAtom, retryPairingAtom } from '../../core/state/pairing.ts'
import { useOpenApp } from '../useOpenApp.ts'
import type { ChosenWallet } from './chosenWallet.ts'
import type { Platform } from './platforms.ts'

const links = { mobile: 'mobile_link', desktop: 'desktop_link', web: 'webapp_link' } as const

export type Opening = {
  uri: string | null
  /** `none` means that this device cannot open the wallet. */
  link: string | 'preparing' | 'none'
  isLate: boolean
  open: (event: MouseEvent<HTMLAnchorElement>) => void
  reset: () => void
}

/** The link that opens the wallet app, and its state. */
export const useOpening = (chosen: ChosenWallet | null, platform: Platform): Opening => {
  const pairing = useAtomValue(pairingAtom)
  const retry = useSetAtom(retryPairingAtom)
  const openApp = useOpenApp()
  const [opened, setOpened] = useState<{ platform: Platform; at: number } | null>(null)
  const at = opened?.platform === platform ? opened.at : null
  const uri = pairing.status === 'ready' ? pairing.uri : null
  const base = platform === 'qrCode' || platform === 'browser' ? undefined : chosen?.wallet[links[platform]]
  return {
    uri,
    link: uri === null ? 'preparing' : (pairingLink(base, uri, readDevice(window)) ?? 'none'),
    isLate: useStillWaiting(at),
    open: (event) => {
      setOpened({ platform, at: Date.now() })
      openApp(event)
    },
    reset: () => {
      setOpened(null)
      retry()
    },
  }
}

/** A page that comes back from the background first receives the messages that it missed. */
const wakeMs = 3_000
/** An app may be slow to open, and the page cannot see whether it did. */
const patienceMs = 20_000

/** True if the wallet that opened at `openedAt` has had time to answer and the visitor is back. */
const useStillWaiting = (openedAt: number | null): boolean => {
  const [lateFor, setLateFor] = useState<number | null>(null)
  useEffect(() => {
    if (openedAt === null) return
    const beLate = () => setLateFor(openedAt)
    let timer = setTimeout(beLate, patienceMs)
    const comeBack = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      timer = setTimeout(beLate, wakeMs)
    }
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [openedAt])
  return openedAt !== null && lateFor === openedAt
}
