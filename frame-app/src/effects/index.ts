import { bootstrapAtom } from '../state/options.ts'
import { keepAccountFresh } from './balance.ts'
import { followConnection } from './connection.ts'
import type { EffectContext } from './context.ts'
import { applyLook } from './look.ts'

/** Everything that happens by itself. The host's calls, which somebody asked for, are in `hostApi.ts`. */
const effects = [applyLook, followConnection, keepAccountFresh]

export const startEffects = (context: EffectContext): void => {
  for (const start of effects) start(context)
  if (context.store.get(bootstrapAtom).analytics) void startReports(context)
}

/** Off unless the project says on; off means that its code is not even loaded. */
const startReports = async (context: EffectContext): Promise<void> => {
  const { reportUse } = await import('./analytics.ts')
  reportUse(context)
}
