import { expect, test, vi } from 'vitest'
import { textEndpoint } from './endpoint.ts'

const endpointOf = (call = vi.fn(async (..._call: unknown[]): Promise<unknown> => 'done')) => {
  const endpoint = textEndpoint(call, (method) => ({ timeoutMs: method.length }))
  const heard: unknown[] = []
  const listener = (event: Event): void => void heard.push((event as MessageEvent).data)
  endpoint.addEventListener('message', listener)
  return { endpoint, call, heard, listener }
}
const message = { id: 'first', type: 'APPLY', path: ['greet'], argumentList: [{ value: 'Ada' }, { value: 1 }] }

test('sends a direct call with its values and the timeout of its method', async () => {
  const { endpoint, call, heard } = endpointOf()
  endpoint.postMessage(message)
  await vi.waitFor(() => expect(heard).toEqual([{ id: 'first', type: 'RAW', value: 'done' }]))
  expect(call.mock.calls).toEqual([['greet', ['Ada', 1], { timeoutMs: 5 }]])
})

test.each([
  ['another type', { type: 'GET' }],
  ['a path of two names', { path: ['greet', 'call'] }],
  ['an empty path', { path: [] }],
  ['no path', { path: undefined }],
])('refuses a message of Comlink with %s before it leaves', async (_name, change) => {
  const { endpoint, call, heard } = endpointOf()
  endpoint.postMessage({ ...message, ...change })
  await vi.waitFor(() =>
    expect(heard).toMatchObject([{ id: 'first', value: { isError: false, value: { reason: 'METHOD_NOT_ALLOWED' } } }]),
  )
  expect(call).not.toHaveBeenCalled()
})

test('gives the error of a failed call to Comlink as it is', async () => {
  const failure = new Error('failed')
  const { endpoint, heard } = endpointOf(vi.fn(() => Promise.reject(failure)))
  endpoint.postMessage(message)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(heard).toEqual([{ id: 'first', type: 'HANDLER', name: 'throw', value: { isError: false, value: failure } }])
})

test('tells listener objects too, and no listener that was removed', async () => {
  const { endpoint, heard, listener } = endpointOf()
  const handleEvent = vi.fn()
  endpoint.addEventListener('message', { handleEvent })
  endpoint.removeEventListener('message', listener)
  endpoint.postMessage(message)
  await vi.waitFor(() => expect(handleEvent).toHaveBeenCalledOnce())
  expect(heard).toEqual([])
})
