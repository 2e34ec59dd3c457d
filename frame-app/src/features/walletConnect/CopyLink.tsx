import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { showToastAtom } from '../../core/state/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { checkIcon, copyIcon } from '../../ui/icons.ts'
import { useMessages } from '../useMessages.ts'
import { walletConnectMessages } from './messages.ts'

type Props = { uri: string | null; variant?: 'primary' | 'plain' }

/** Copies the link of the pairing, for a wallet in which the visitor pastes it. */
export const CopyLink = ({ uri, variant = 'plain' }: Props) => {
  const text = useMessages(walletConnectMessages)
  const showToast = useSetAtom(showToastAtom)
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async () => {
    if (uri === null) return
    try {
      await navigator.clipboard.writeText(uri)
      setCopied(uri)
      showToast({ variant: 'success', message: text.linkCopied })
    } catch {
      showToast({ variant: 'error', message: text.copyFailed })
    }
  }
  return (
    <Button
      variant={variant}
      icon={uri !== null && copied === uri ? checkIcon : copyIcon}
      disabled={uri === null}
      onClick={() => void copy()}
      testId="copy-wc2-uri"
    >
      {text.copyLink}
    </Button>
  )
}
