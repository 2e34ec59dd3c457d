import { expect, test } from 'vitest'
import { makeTestApp, modalOrigin, walletOrigin } from '../../../test/parts.ts'
import { readAnswerBody } from '../../../test/walletServer.ts'

const app = await makeTestApp()
const own = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }

test.each<[string, RequestInit, number]>([
  ['a document of the secure frame', { method: 'POST', headers: own }, 501],
  ['a GET of the secure frame', { headers: { 'Sec-Fetch-Site': 'same-origin' } }, 501],
  ['the modal', { method: 'POST', headers: { ...own, 'Sec-Fetch-Site': 'same-site', Origin: modalOrigin } }, 403],
  ['another site', { method: 'POST', headers: { ...own, 'Sec-Fetch-Site': 'cross-site' } }, 403],
  ['a client that is no browser', { method: 'POST', headers: { 'Content-Type': 'application/json' } }, 403],
  ['a preflight', { method: 'OPTIONS', headers: { Origin: modalOrigin } }, 403],
  ['a form', { method: 'POST', headers: { ...own, 'Content-Type': 'text/plain' } }, 415],
])('the wallet API sends no CORS headers to %s', async (_, init, status) => {
  const response = await app(`${walletOrigin}/v1/wallet/login`, init)
  expect(response.status).toBe(status)
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('the wallet API answers LOGIN_NOT_AVAILABLE without a mail server', async () => {
  const response = await app(`${walletOrigin}/v1/wallet/login`, { method: 'POST', headers: own })
  expect(await readAnswerBody(response)).toEqual({ code: 'LOGIN_NOT_AVAILABLE' })
})

test("the wallet API answers 404 on the modal's host", async () => {
  expect((await app(`${modalOrigin}/v1/wallet/login`, { method: 'POST', headers: own })).status).toBe(404)
})
