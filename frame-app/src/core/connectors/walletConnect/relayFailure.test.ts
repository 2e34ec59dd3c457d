import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { detailOf } from '@appkit-frame/loader/protocol/errors/errorDetails.ts'
import { expect, test } from 'vitest'
import { relayFailure, relayRefusal } from './relayFailure.ts'

const closed = (reason: string) => `WebSocket connection closed abnormally with code: 3000 (${reason})`

test.each([
  [closed('Unauthorized: invalid key'), 'INVALID_PROJECT_ID'],
  [closed('Project not found'), 'INVALID_PROJECT_ID'],
  [closed('Unauthorized: origin not allowed'), 'ORIGIN_NOT_ALLOWED'],
  [closed('JWT validation error: JWT Token is not yet valid'), 'SESSION_EXPIRED'],
  [closed('JWT validation error: JWT Token is expired'), 'SESSION_EXPIRED'],
  [closed('Something new'), 'RELAY_UNREACHABLE'],
  ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
])('maps the close reason %s of the relay to the error %s', (message, code) => {
  expect(relayRefusal(message, 'https://shop.example')).toMatchObject({ code })
})

test('returns an error that names the origin which the relay refused', () => {
  const refusal = relayRefusal(closed('Unauthorized: origin not allowed'), 'https://shop.example')
  expect(refusal && detailOf(refusal)).toContain('https://shop.example')
})

test.each([
  'WebSocket connection closed abnormally with code: 1006',
  'Socket stalled when trying to connect to wss://relay.example',
  'WebSocket connection failed for host: wss://relay.example:30001',
  '',
])('treats the close reason "%s" as a lost connection, which is retried', (message) => {
  expect(relayRefusal(message, 'https://shop.example')).toBeUndefined()
})

test.each([
  [new Error('No internet connection detected. Please restart your network and try again.'), 'OFFLINE'],
  [new Error('Proposal expired'), 'PAIRING_EXPIRED'],
  [new Error('Request expired. Please try again.'), 'REQUEST_TIMEOUT'],
  [new Error('Failed to publish custom payload, please try again.'), 'RELAY_UNREACHABLE'],
  [{ message: 5 }, 'RELAY_UNREACHABLE'],
  [undefined, 'RELAY_UNREACHABLE'],
])('maps the sign-client failure %s to the error %s', (thrown, code) => {
  expect(relayFailure(thrown)).toMatchObject({ code })
})

test('returns an AppError unchanged', () => {
  const error = new AppError(commonErrors.ORIGIN_NOT_ALLOWED)
  expect(relayFailure(error)).toBe(error)
})
