import { useAtomValue, useSetAtom } from 'jotai/react'
import { type MouseEvent, useEffect, useState } from 'react'
import { pairingLink } from '../../core/domain/deepLink.ts'
import { readDevice } from '../../core/domain/device.ts'
import { pairingAtom, retryPairingAtom, setOpenedLinkAtom } from '../../core/state/pairing.ts'
import { useOpenApp } from '../useOpenApp.ts'
import type { ChosenWallet } from './chosenWallet.ts'
import type { Platform } from './platforms.ts'

const links: { [Each in Platform]?: 'mobile_link' | 'desktop_link' | 'webapp_link' } = {
  mobile: 'mobile_link',
  desktop: 'desktop_link',
  web: 'webapp_link',
}

export type WalletOpening = {
  uri: string | null
  /** The link that opens the wallet. `none` means that this device cannot open the wallet. */
  link: string | 'preparing' | 'none'
  isLate: boolean
  open: (event: MouseEvent<HTMLAnchorElement>) => void
  reset: () => void
}

/** Returns the link that opens the wallet app, and whether the app is late with an answer. */
export const useWalletOpening = (chosen: ChosenWallet | null, platform: Platform): WalletOpening => {
  const pairing = useAtomValue(pairingAtom)
  const retry = useSetAtom(retryPairingAtom)
  const setOpenedLink = useSetAtom(setOpenedLinkAtom)
  const openApp = useOpenApp()
  const [opened, setOpened] = useState<{ platform: Platform; openedAt: number } | null>(null)
  const openedAt = opened?.platform === platform ? opened.openedAt : null
  const uri = pairing.status === 'ready' ? pairing.uri : null
  const field = links[platform]
  const base = field && chosen?.wallet[field]
  return {
    uri,
    link: uri === null ? 'preparing' : (pairingLink(base, uri, readDevice(window)) ?? 'none'),
    isLate: useStillWaiting(openedAt),
    open: (event) => {
      setOpened({ platform, openedAt: Date.now() })
      if (base) setOpenedLink(base)
      openApp(event)
    },
    reset: () => {
      setOpened(null)
      retry()
    },
  }
}

/**
 * The time that a page gets after it comes back from the background, because it first receives the messages that it
 * missed.
 */
const resumeTimeMs = 3_000
/** The time that a wallet app gets to open and answer, because the page cannot see whether the app opened. */
const answerTimeMs = 20_000

/**
 * Whether the visitor is back and still waits, although the wallet that opened at `openedAt` has had time to answer.
 */
const useStillWaiting = (openedAt: number | null): boolean => {
  const [lateFor, setLateFor] = useState<number | null>(null)
  useEffect(() => {
    if (openedAt === null) return
    const markLate = () => setLateFor(openedAt)
    let timer = setTimeout(markLate, answerTimeMs)
    const handleReturn = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      timer = setTimeout(markLate, resumeTimeMs)
    }
    document.addEventListener('visibilitychange', handleReturn)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', handleReturn)
    }
  }, [openedAt])
  return openedAt !== null && lateFor === openedAt
}
