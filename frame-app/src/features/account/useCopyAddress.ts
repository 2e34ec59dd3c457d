import { useSetAtom } from 'jotai/react'
import { showToastAtom } from '../../core/state/notices.ts'
import { useMessages } from '../useMessages.ts'
import { accountMessages } from './messages.ts'

/** Copies the full address, even where the screen shows a short form. */
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
