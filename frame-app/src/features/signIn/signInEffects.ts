import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { EffectContext } from '../../core/effects/context.ts'
import { accountsAtom } from '../../core/state/accounts.ts'
import { isOpenAtom } from '../../core/state/modal.ts'
import { activeSessionsAtom, sendSessionsAtom, validStoredSessionsAtom } from './sessionAtoms.ts'
import { requestSignInAtom, signInModeAtom, signInSessionAtom, signInSubjectAtom } from './signInAtoms.ts'
import { readSiteFunctionsAtom } from './site.ts'
import { checkSessionAtom, signOutAtom } from './siwx.ts'

/**
 * Starts the effects of the sign-in. They end sessions when their wallet disconnects, and ask for a new sign-in after a
 * change of account or network.
 */
export const startSignInEffects = (context: EffectContext): void => {
  signOutWithConnection(context)
  askAgain(context)
  sendSessions(context)
  // Reads the site's sign-in functions before the visitor needs them.
  context.store.set(readSiteFunctionsAtom).catch(() => {})
}

const sendSessions = ({ store }: EffectContext): void => {
  const send = () => void store.set(sendSessionsAtom)
  for (const source of [validStoredSessionsAtom, activeSessionsAtom]) store.sub(source, send)
  send()
}

const signOutWithConnection = ({ store }: EffectContext): void => {
  let before = store.get(accountsAtom)
  store.sub(accountsAtom, () => {
    const after = store.get(accountsAtom)
    for (const namespace of Object.keys(after) as ChainNamespace[])
      if (before[namespace].status === 'connected' && after[namespace].status === 'disconnected')
        void store.set(signOutAtom, namespace)
    before = after
  })
}

/**
 * Opens the modal for a new sign-in after the account or network changed. If the modal is open, its view handles the
 * change itself. If the sign-in is optional, only a visitor who was signed in is asked.
 */
const askAgain = ({ store, host }: EffectContext): void => {
  let before = { subject: store.get(signInSubjectAtom), session: store.get(signInSessionAtom) }
  const follow = async (): Promise<void> => {
    const subject = store.get(signInSubjectAtom)
    const { subject: previous, session } = before
    before = { subject, session: store.get(signInSessionAtom) }
    const isSame =
      !subject || !previous || subject.account.namespace !== previous.account.namespace || subject.key === previous.key
    const mode = store.get(signInModeAtom)
    if (isSame || store.get(isOpenAtom) || mode === 'none' || (mode === 'optional' && !session)) return
    const isSignedIn = (await store.set(checkSessionAtom)) !== null
    if (isSignedIn || store.get(isOpenAtom) || store.get(signInSubjectAtom)?.key !== subject.key) return
    store.set(requestSignInAtom, mode)
    await host.open()
  }
  // If the server or the page does not answer, the modal asks for the sign-in on the next visit.
  const start = () => void follow().catch(() => store.set(requestSignInAtom, 'none'))
  for (const source of [signInSubjectAtom, signInSessionAtom]) store.sub(source, start)
  store.sub(isOpenAtom, () => {
    if (!store.get(isOpenAtom)) store.set(requestSignInAtom, 'none')
  })
}
