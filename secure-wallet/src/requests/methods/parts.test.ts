import { expect, test } from 'vitest'
import { partOf, warmMethod } from './parts.ts'

test('reports that the browser could not load the code of a method', async () => {
  const load = partOf(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  await expect(load()).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
})

test.each(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'constructor', 'toString'])(
  'starts to load the code of %s without an error of its own',
  (method) => expect(() => warmMethod(method)).not.toThrow(),
)
