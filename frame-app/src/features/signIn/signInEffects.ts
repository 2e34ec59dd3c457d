import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { EffectContext } from '../../core/effects/context.ts'
import { accountsAtom } from '../../core/state/accounts.ts'
import { openAtom } from '../../core/state/modal.ts'
import { activeSessionsAtom, keptSessionListAtom, sendSessionsAtom } from './sessionAtoms.ts'
import { isSignInWantedAtom, sessionAtom, signInModeAtom, signInSubjectAtom, wantSignInAtom } from './signInAtoms.ts'
import { readSiteAtom } from './site.ts'
import { checkSessionAtom, signOutAtom } from './siwx.ts'

/** Ends the sessions with their connection, and asks for a new sign-in after a change of account or network. */
export const startSignInEffects = (context: EffectContext): void => {
  signOutWithConnection(context)
  askAgain(context)
  tellPage(context)
  // Reads the site's sign-in settings before the visitor needs them.
  context.store.set(readSiteAtom).catch(() => {})
}

const tellPage = ({ store }: EffectContext): void => {
  const tell = () => void store.set(sendSessionsAtom)
  for (const source of [keptSessionListAtom, activeSessionsAtom]) store.sub(source, tell)
  tell()
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
 * Asks again while the modal is closed; open views handle the change themselves. A visitor who need not sign in and
 * never did is not asked.
 */
const askAgain = ({ store, host }: EffectContext): void => {
  let before = { subject: store.get(signInSubjectAtom), session: store.get(sessionAtom) }
  const follow = async (): Promise<void> => {
    const subject = store.get(signInSubjectAtom)
    const { subject: left, session } = before
    before = { subject, session: store.get(sessionAtom) }
    const isSame = !subject || !left || subject.account.namespace !== left.account.namespace || subject.key === left.key
    const mode = store.get(signInModeAtom)
    if (isSame || store.get(openAtom) || mode === 'none' || (mode === 'optional' && !session)) return
    const isSignedIn = (await store.set(checkSessionAtom)) !== null
    if (isSignedIn || store.get(openAtom) || store.get(signInSubjectAtom)?.key !== subject.key) return
    store.set(wantSignInAtom, true)
    await host.open()
  }
  // If the server or the page does not answer, the next visit asks.
  const start = () => void follow().catch(() => store.set(wantSignInAtom, false))
  for (const source of [signInSubjectAtom, sessionAtom]) store.sub(source, start)
  store.sub(openAtom, () => {
    if (!store.get(openAtom) && store.get(isSignInWantedAtom)) store.set(wantSignInAtom, false)
  })
}
