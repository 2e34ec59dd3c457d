import { reportUse } from './analytics.ts'
import { keepAccountFresh } from './balance.ts'
import { followConnection } from './connection.ts'
import type { EffectContext } from './context.ts'
import { applyLook } from './look.ts'

/** Everything that happens by itself. The host's calls, which somebody asked for, are in `hostApi.ts`. */
const effects = [applyLook, followConnection, keepAccountFresh, reportUse]

export const startEffects = (context: EffectContext): void => {
  for (const start of effects) start(context)
}
