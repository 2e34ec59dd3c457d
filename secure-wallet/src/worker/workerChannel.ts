import type { WalletFailure } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { entryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { embeddedErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Custody } from './custody.ts'

/**
 * The line between this origin's document and its worker. Not the modal's wire: both ends are ours, and a key that can't
 * be exported crosses only as itself.
 */
type End = Pick<MessagePort, 'postMessage' | 'addEventListener'>
type Question = { id: number; method: keyof Custody; args: unknown[] }
type Answer = { id: number; value: unknown } | { id: number; failure: WalletFailure }

export const serveCustody = (end: End, custody: Custody): void =>
  end.addEventListener('message', async ({ data }) => {
    const { id, method, args } = data as Question
    try {
      const run = custody[method] as (...args: unknown[]) => Promise<unknown>
      end.postMessage({ id, value: await run(...args) } satisfies Answer)
    } catch (thrown) {
      // What a library says of a key stays where the key is.
      const failure: WalletFailure =
        thrown instanceof AppError ? { code: thrown.code, values: thrown.values } : { code: 'INTERNAL_ERROR' }
      end.postMessage({ id, failure } satisfies Answer)
    }
  })

export const reachCustody = (end: End): Custody => {
  const waiting = new Map<number, (answer: Answer) => void>()
  let isDead = false
  let count = 0
  end.addEventListener('message', ({ data }) => {
    const answer = data as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  // It did not load, or broke: nobody waits for it.
  end.addEventListener('error', () => {
    isDead = true
    for (const [id, settle] of waiting) settle({ id, failure: { code: 'CHUNK_FAILED' } })
    waiting.clear()
  })
  const ask = (method: keyof Custody, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isDead) return reject(new AppError(commonErrors.CHUNK_FAILED))
      const id = ++count
      waiting.set(id, (answer) => ('failure' in answer ? reject(readFailure(answer.failure)) : resolve(answer.value)))
      end.postMessage({ id, method, args } satisfies Question)
    })
  return new Proxy({} as Custody, {
    get:
      (_, method: keyof Custody) =>
      (...args: unknown[]) =>
        ask(method, args),
  })
}

const readFailure = ({ code, values = {} }: WalletFailure): AppError =>
  new AppError(entryOf(embeddedErrors, code) ?? commonErrors.INTERNAL_ERROR, { values })
