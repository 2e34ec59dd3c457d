import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Session } from './session.ts'

/**
 * Repeats a request that the server refused because another browser has finished the wallet meanwhile. `confirm` proves
 * to the server that the wallet is open here, if it is.
 */
export const createConfirmedAsk =
  (
    { ask, refresh, facts }: Pick<Session, 'ask' | 'refresh' | 'facts'>,
    confirm: () => Promise<unknown>,
  ): Session['ask'] =>
  async (question) => {
    try {
      return await ask(question)
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'DEVICE_NOT_APPROVED') throw thrown
      await refresh()
      await confirm()
      if (facts()?.isUnconfirmed) throw thrown
      return ask(question)
    }
  }
