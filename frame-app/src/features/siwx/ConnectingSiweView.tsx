import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { bootstrapAtom } from '../../state/options.ts'
import { signInModeAtom } from '../../state/signIn.ts'
import { useMessages } from '../language.ts'
import { en } from './messages.ts'
import { SignIn } from './SignIn.tsx'

/** For sites with the older interface, whose sign-in is a part of connecting. */
export const ConnectingSiweView = (): ReactNode => {
  const text = useMessages('siwx', en)
  const { projectName } = useAtomValue(bootstrapAtom)
  const isRequired = useAtomValue(signInModeAtom) === 'required'
  const lead = isRequired ? `${text.prove} ${text.cancelDisconnects}` : text.prove
  return <SignIn asking={{ title: text.needsToConnect(projectName), lead }} />
}
