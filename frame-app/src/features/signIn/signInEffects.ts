import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { EffectContext } from '../../core/effects/context.ts'
import { accountsAtom } from '../../core/state/accounts.ts'
import { openAtom } from '../../core/state/modal.ts'
import { activeSessionsAtom, keptSessionListAtom, sendSessionsAtom } from './sessionAtoms.ts'
import { isSignInWantedAtom, sessionAtom, signInModeAtom, signInSubjectAtom, wantSignInAtom } from './signInAtoms.ts'
import { readSiteAtom } from './site.ts'
import { checkSessionAtom, signOutAtom } from './siwx.ts'

/** Sessions follow the connection: they end with it, and on another account or network the visitor is asked again. */
export const startSignInEffects = (context: EffectContext): void => {
  signOutWithConnection(context)
  askAgain(context)
  tellPage(context)
  // How the page wants it is known before the visitor comes to it.
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

/** While the modal is open the views see to it. Who never signed in, and need not, is left in peace. */
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
  // Where the server or the page does not answer, the next open asks.
  const start = () => void follow().catch(() => store.set(wantSignInAtom, false))
  for (const source of [signInSubjectAtom, sessionAtom]) store.sub(source, start)
  store.sub(openAtom, () => {
    if (!store.get(openAtom) && store.get(isSignInWantedAtom)) store.set(wantSignInAtom, false)
  })
}
