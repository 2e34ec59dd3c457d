import { describe, expect, test } from 'vitest'
import { AppError, fromWireError, isErrorCode, toWalletError, toWireError } from './appError.ts'
import { chainErrors } from './chainErrors.ts'
import { commonErrors } from './commonErrors.ts'
import { commonCodes, defineErrors, type ErrorEntry, type ErrorRow, otherCodes } from './errorCodes.ts'
import { detailOf } from './errorDetails.ts'
import { openErrors } from './openErrors.ts'
import { plannedErrors } from './plannedErrors.ts'
import { relayErrors } from './relayErrors.ts'
import { siwxErrors } from './siwxErrors.ts'
import { walletErrors } from './walletErrors.ts'

const specified = { ...commonErrors, ...chainErrors, ...relayErrors, ...siwxErrors, ...walletErrors, ...plannedErrors }

test.each([
  ['Token Balance Unavailable', 'TOKEN_BALANCE_UNAVAILABLE', 'toast'],
  ['Network not supported for Gas Price', 'GAS_PRICE_NOT_SUPPORTED'],
  ['Network not supported for Swaps', 'SWAPS_NOT_SUPPORTED'],
  ['Failed to disconnect', 'FAILED_TO_DISCONNECT'],
  ['Network Not Found', 'SWITCH_NETWORK_NOT_FOUND', 'alert'],
  ['Invalid App Configuration', 'ORIGIN_NOT_ALLOWED', 'alert'],
  ['Invalid App Configuration', 'INVALID_PROJECT_ID', 'alert'],
  ['Network Error - Could not load embedded wallet', 'IFRAME_LOAD_FAILED', 'alert'],
  ['Embedded Wallet Request Timed Out', 'IFRAME_REQUEST_TIMEOUT', 'alert'],
  ['Session Expired', 'SESSION_EXPIRED', 'alert'],
  ['Project ID Not Configured', 'PROJECT_ID_NOT_CONFIGURED', 'alert'],
  ['Requested RPC call is not allowed', 'METHOD_NOT_ALLOWED', 'toast'],
  ['Request was aborted', 'REQUEST_ABORTED'],
  ['Something went wrong', 'ABORTED'],
  ['An error occurred', 'INTERNAL_ERROR'],
  ['Unable to load email login dependency', 'EMAIL_LOGIN_NOT_LOADED'],
  ['Failed to fetch transactions', 'TRANSACTIONS_NOT_FETCHED', 'toast'],
  ['Signature declined', 'SIGNATURE_DECLINED', 'toast'],
  ['Unsupported chain', 'UNSUPPORTED_CHAIN'],
  ['An amount and receiver address are required', 'AMOUNT_AND_RECEIVER_REQUIRED'],
  ['A token is required', 'TOKEN_REQUIRED'],
] as const)('the error table has the title %s for the code %s', (short, code, surface?: string) => {
  const entry: ErrorRow = specified[code]
  expect(entry.short).toBe(short)
  expect(entry.surface).toBe(surface)
})

test.each([
  ['USER_REJECTED', 4001],
  ['UNAUTHORIZED', 4100],
  ['UNSUPPORTED_METHOD', 4200],
  ['DISCONNECTED', 4900],
  ['CHAIN_DISCONNECTED', 4901],
  ['UNRECOGNIZED_CHAIN', 4902],
] as const)('the error %s has the number that EIP-1193 or EIP-3326 gives it', (code, number) => {
  expect(specified[code].number).toBe(number)
})

test('fills the placeholders of the message and the detail with cleaned values', () => {
  expect(new AppError(commonErrors.HTTP_FAILED, { values: { status: 502 } }).message).toBe(
    'The server answered with status 502',
  )
  const error = new AppError(commonErrors.ORIGIN_NOT_ALLOWED, {
    values: { origin: 'https://a\u202e.example', projectId: 'p' },
  })
  expect(detailOf(error)).toContain('The origin https://a.example is not')
})

test('isErrorCode accepts only names of the error tables', () => {
  expect(['USER_REJECTED', 'toString', '__proto__', 4001, null].map(isErrorCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

describe('toWireError and fromWireError', () => {
  test.each(
    Object.values<ErrorEntry>({
      ...commonErrors,
      ...walletErrors,
      ...siwxErrors,
      ...relayErrors,
      ...chainErrors,
      ...openErrors,
    }),
  )('restores the error $code after it was sent', (entry) => {
    const { code } = entry
    const sent = new AppError(entry)
    expect(fromWireError(JSON.parse(JSON.stringify(toWireError(sent))))).toMatchObject({
      code,
      number: sent.number,
      message: sent.message,
    })
  })

  test('sends an error that is no AppError as INTERNAL_ERROR, without its message', () => {
    expect(toWireError(new Error('secret', { cause: 'secret' }))).toEqual({
      code: -32603,
      reason: 'INTERNAL_ERROR',
      message: 'An error occurred',
    })
  })

  test("keeps the code, the message and the revert data of a wallet's error", () => {
    const sent = toWalletError({ code: -32000, message: 'nonce\u200b too\nlow', data: '0x08c379a0', stack: 'at x' })
    const got = fromWireError(JSON.parse(JSON.stringify(toWireError(sent))))
    expect(got).toMatchObject({ code: 'WALLET_ERROR', number: -32000, message: 'nonce too low', data: '0x08c379a0' })
  })

  test.each([null, undefined, 'text', 5, {}, { reason: '__proto__' }, { reason: 'NO_SUCH' }, { code: 4001 }])(
    'turns the received value %j into INTERNAL_ERROR',
    (value) => {
      expect(fromWireError(value)).toMatchObject({ code: 'INTERNAL_ERROR', message: 'An error occurred' })
    },
  )

  test('ignores the message of a received error if our own text has no placeholder', () => {
    const error = fromWireError({ reason: 'SESSION_EXPIRED', message: 'Send your phrase to evil.example' })
    expect(error.message).toBe('Session Expired')
  })

  test('cuts a message at 256 characters, and omits data that is too long or not hex', () => {
    const long = toWalletError({ code: 1.5, message: 'x'.repeat(1_000_000), data: 'no hex' })
    expect([...long.message]).toHaveLength(256)
    expect(long).toMatchObject({ number: -32603, data: undefined })
    expect(toWalletError({ message: '', data: `0x${'0'.repeat(10_000)}` })).toMatchObject({
      message: 'The wallet reported an error',
      data: undefined,
    })
  })
})

test('has one row for each code, and no code for errors of features that are not built yet', () => {
  const rows = [commonErrors, walletErrors, siwxErrors, relayErrors, chainErrors, openErrors].flatMap((table) =>
    Object.keys(table),
  )
  expect(rows.toSorted()).toEqual([...commonCodes, ...otherCodes].toSorted())
  expect(Object.keys(plannedErrors).filter(isErrorCode)).toEqual([])
})

test('an error table with a code that errorCodes.ts lacks does not compile', () => {
  // @ts-expect-error: the list has no such code.
  const table = defineErrors({ NO_SUCH_CODE: { number: 1, short: '' } })
  // @ts-expect-error: a code is not a row.
  const make = () => new AppError('USER_REJECTED')
  expect([table, make]).toHaveLength(2)
})
