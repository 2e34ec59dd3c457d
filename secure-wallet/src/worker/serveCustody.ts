import type { WalletFailure } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { CustodyApi, CustodyRequest, CustodyResponse } from './contract.ts'

/** Answers the document's calls of the key worker. Both ends are our own code, so no schema checks the messages. */
export const serveCustody = (
  document: Pick<MessagePort, 'postMessage' | 'addEventListener'>,
  custody: CustodyApi,
): void =>
  document.addEventListener('message', async ({ data }) => {
    const { id, method, args } = data as CustodyRequest
    try {
      const run = custody[method] as (...args: unknown[]) => Promise<unknown>
      document.postMessage({ id, value: await run(...args) } satisfies CustodyResponse)
    } catch (thrown) {
      // A library's error text may contain key material, so it stays in the worker.
      const failure: WalletFailure =
        thrown instanceof AppError ? { code: thrown.code, values: thrown.values } : { code: 'INTERNAL_ERROR' }
      document.postMessage({ id, failure } satisfies CustodyResponse)
    }
  })
