import type { SignInOptions, SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { EffectContext } from '../../core/effects/context.ts'
import { accountsAtom, activeAccountAtom, chooseNamespaceAtom } from '../../core/state/accounts.ts'
import { isOpenAtom } from '../../core/state/modal.ts'
import { mustSwitchNetworkAtom } from '../../core/state/networks.ts'
import { setStatementAtom } from './messageAtoms.ts'
import { sendSessionsAtom } from './sessionAtoms.ts'
import { requestSignInAtom, signInSessionAtom, signInSubjectAtom } from './signInAtoms.ts'
import { checkSessionAtom } from './siwx.ts'

/** Returns the current session. Without one, opens the modal and waits for the visitor to sign in. */
export const signInForPage = async (context: EffectContext, options: SignInOptions): Promise<SignInSession> => {
  const { store, host, navigation } = context
  if (options.namespace) {
    // A sign-in for a namespace connects no wallet. For that the page calls `open` with the namespace.
    if (store.get(accountsAtom)[options.namespace].status !== 'connected') throw new AppError(commonErrors.UNAUTHORIZED)
    store.set(chooseNamespaceAtom, options.namespace)
  }
  const isElsewhere = store.get(activeAccountAtom) !== null && store.get(signInSubjectAtom) === null
  // If the project requires a supported network, the modal asks the visitor to switch first.
  if (isElsewhere && !store.get(mustSwitchNetworkAtom)) throw new AppError(commonErrors.CHAIN_NOT_SUPPORTED)
  const session = await store.set(checkSessionAtom, true)
  if (session) return session
  store.set(setStatementAtom, options.statement)
  store.set(requestSignInAtom, 'optional')
  const answer = waitForSession(context)
  try {
    if (store.get(isOpenAtom)) navigation.start({})
    else await host.open()
    const signedSession = await answer.session
    await store.set(sendSessionsAtom)
    return signedSession
  } finally {
    answer.stop()
    store.set(requestSignInAtom, 'none')
    store.set(setStatementAtom, undefined)
  }
}

/** Waits until the visitor signs in or closes the modal. */
const waitForSession = ({ store }: EffectContext) => {
  const { promise, resolve, reject } = Promise.withResolvers<SignInSession>()
  let wasOpen = store.get(isOpenAtom)
  const check = () => {
    const session = store.get(signInSessionAtom)
    if (session) return resolve(session)
    const isOpen = store.get(isOpenAtom)
    if (wasOpen && !isOpen) reject(new AppError(commonErrors.USER_REJECTED))
    wasOpen = isOpen
  }
  // `promise` may reject before its caller awaits it, while the page still opens the modal.
  promise.catch(() => {})
  const unsubscribers = [signInSessionAtom, isOpenAtom].map((source) => store.sub(source, check))
  const stop = () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
  return { session: promise, stop }
}
