import type { WalletFailure } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { errorEntryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { CustodyApi, CustodyRequest, CustodyResponse } from '../worker/contract.ts'

/**
 * Calls the key worker by messages. If the worker does not load, or fails later, every call rejects with CHUNK_FAILED.
 */
export const createCustodyClient = (worker: Pick<MessagePort, 'postMessage' | 'addEventListener'>): CustodyApi => {
  const pending = new Map<number, (response: CustodyResponse) => void>()
  let isDead = false
  let count = 0
  worker.addEventListener('message', ({ data }) => {
    const response = data as CustodyResponse
    pending.get(response.id)?.(response)
    pending.delete(response.id)
  })
  worker.addEventListener('error', () => {
    isDead = true
    for (const [id, settle] of pending) settle({ id, failure: { code: 'CHUNK_FAILED' } })
    pending.clear()
  })
  const call = (method: keyof CustodyApi, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isDead) return reject(new AppError(commonErrors.CHUNK_FAILED))
      const id = ++count
      pending.set(id, (response) =>
        'failure' in response ? reject(readFailure(response.failure)) : resolve(response.value),
      )
      worker.postMessage({ id, method, args } satisfies CustodyRequest)
    })
  return new Proxy({} as CustodyApi, {
    get:
      (_, method: keyof CustodyApi) =>
      (...args: unknown[]) =>
        call(method, args),
  })
}

const readFailure = ({ code, values = {} }: WalletFailure): AppError =>
  new AppError(errorEntryOf(embeddedWalletErrors, code) ?? commonErrors.INTERNAL_ERROR, { values })
