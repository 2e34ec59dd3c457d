import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { bootstrapAtom } from '../../core/state/options.ts'
import { useMessages } from '../useMessages.ts'
import { signInMessages } from './messages.ts'
import { SignIn } from './SignIn.tsx'
import { signInModeAtom } from './signInAtoms.ts'

/** The sign-in view of sites with the older `siweConfig`, where the sign-in is a part of connecting. */
export const ConnectingSiweView = (): ReactNode => {
  const text = useMessages(signInMessages)
  const { projectName } = useAtomValue(bootstrapAtom)
  const isRequired = useAtomValue(signInModeAtom) === 'required'
  const lead = isRequired ? `${text.prove} ${text.cancelDisconnects}` : text.prove
  return <SignIn idleText={{ title: fillText(text.needsToConnect, { app: projectName }), lead }} />
}
