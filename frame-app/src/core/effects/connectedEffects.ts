import { keepAccountFresh } from './balance.ts'
import type { EffectContext } from './context.ts'
import { rememberConnections } from './lastConnections.ts'

/** Starts the effects that only a connected visitor needs, so the first view of most visitors lacks their code. */
export const startConnectedEffects = (context: EffectContext): void => {
  keepAccountFresh(context)
  rememberConnections(context)
}
