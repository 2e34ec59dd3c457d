import { useSetAtom } from 'jotai/react'
import { showToastAtom } from '../../core/state/notices.ts'
import { useMessages } from '../useMessages.ts'
import { accountMessages } from './messages.ts'

/** The plain address, however it is written on the screen. */
export const useCopyAddress = (): ((address: string) => Promise<void>) => {
  const text = useMessages(accountMessages)
  const showToast = useSetAtom(showToastAtom)
  return async (address) => {
    try {
      await navigator.clipboard.writeText(address)
      showToast({ variant: 'success', message: text.addressCopied })
    } catch {
      showToast({ variant: 'error', message: text.copyFailed })
    }
  }
}
