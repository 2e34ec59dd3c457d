import { expect, test } from 'vitest'
import { readNodeError } from './nodeErrors.ts'

test.each([
  ['execution reverted: ERC20: transfer amount exceeds balance', 'EXECUTION_REVERTED'],
  ['nonce too low: next nonce 5, tx nonce 3', 'NONCE_TOO_LOW'],
  ['Nonce too high', 'NONCE_TOO_HIGH'],
  ['insufficient funds for gas * price + value', 'INSUFFICIENT_FUNDS'],
  ['intrinsic gas too low', 'INTRINSIC_GAS_TOO_LOW'],
  ['max fee per gas less than block base fee: address 0x', 'FEE_CAP_TOO_LOW'],
  ['max priority fee per gas higher than max fee per gas', 'TIP_ABOVE_FEE_CAP'],
  ['transaction type not supported', 'TRANSACTION_TYPE_NOT_SUPPORTED'],
  ['the moon is full', 'UNKNOWN_NODE_ERROR'],
])('"%s" is %s', (message, code) => {
  expect(readNodeError({ code: -32000, message })).toMatchObject({ code })
})

test('the revert data stays with the error', () => {
  expect(readNodeError({ message: 'execution reverted', data: '0x08c379a0' })).toMatchObject({ data: '0x08c379a0' })
})
