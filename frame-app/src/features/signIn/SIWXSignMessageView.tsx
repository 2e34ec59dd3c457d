import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { hostOriginAtom } from '../../core/state/storage.ts'
import { useMessages } from '../language.ts'
import { en } from './messages.ts'
import { SignIn } from './SignIn.tsx'

export const SIWXSignMessageView = (): ReactNode => {
  const text = useMessages('siwx', en)
  const site = new URL(useAtomValue(hostOriginAtom)).host
  return <SignIn asking={{ title: text.signInTo(site), lead: text.why }} />
}
