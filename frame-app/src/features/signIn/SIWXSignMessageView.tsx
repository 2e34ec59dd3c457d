import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { hostOriginAtom } from '../../core/state/storage.ts'
import { useMessages } from '../useMessages.ts'
import { signInMessages } from './messages.ts'
import { SignIn } from './SignIn.tsx'

export const SIWXSignMessageView = (): ReactNode => {
  const text = useMessages(signInMessages)
  const site = new URL(useAtomValue(hostOriginAtom)).host
  return <SignIn idleText={{ title: fillText(text.signInTo, { site }), lead: text.why }} />
}
