import { expect, test } from 'vitest'
import { later, startLoading } from './lazyMethods.ts'

test('reports that the browser could not load the code of a method', async () => {
  const handler = later(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  await expect(handler([], {} as never)).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
})

test.each(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'constructor', 'toString'])(
  'loading the code of %s early throws no error',
  (method) => expect(() => startLoading(method)).not.toThrow(),
)
