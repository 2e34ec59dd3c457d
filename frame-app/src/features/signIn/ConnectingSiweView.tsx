import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { bootstrapAtom } from '../../core/state/options.ts'
import { useMessages } from '../language.ts'
import { en } from './messages.ts'
import { SignIn } from './SignIn.tsx'
import { signInModeAtom } from './signInAtoms.ts'

/** For sites with the older interface, whose sign-in is a part of connecting. */
export const ConnectingSiweView = (): ReactNode => {
  const text = useMessages('siwx', en)
  const { projectName } = useAtomValue(bootstrapAtom)
  const isRequired = useAtomValue(signInModeAtom) === 'required'
  const lead = isRequired ? `${text.prove} ${text.cancelDisconnects}` : text.prove
  return <SignIn asking={{ title: text.needsToConnect(projectName), lead }} />
}
