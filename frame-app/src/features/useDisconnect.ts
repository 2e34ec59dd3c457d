import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { disconnectAtom } from '../core/state/connections.ts'
import { showToastAtom } from '../core/state/notices.ts'

/**
 * Disconnects the active wallet and shows a failure as toast. Success needs no handling, because the lost connection
 * closes the modal.
 */
export const useDisconnect = (failedText: string): { disconnect: () => Promise<void>; isBusy: boolean } => {
  const disconnectWallet = useSetAtom(disconnectAtom)
  const showToast = useSetAtom(showToastAtom)
  const [isBusy, setIsBusy] = useState(false)
  const disconnect = async () => {
    setIsBusy(true)
    try {
      await disconnectWallet()
    } catch {
      showToast({ variant: 'error', message: failedText })
    }
    setIsBusy(false)
  }
  return { disconnect, isBusy }
}
