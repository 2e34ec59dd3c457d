import { toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { expect, test } from 'vitest'
import { nodeError } from './nodeErrors.ts'

test.each([
  [{ code: 3, message: 'execution reverted', data: '0x08c379a0' }, 'EXECUTION_REVERTED', 3],
  [{ code: -32602, message: 'too many arguments' }, 'INVALID_PARAMS', -32602],
  [{ code: -32601, message: 'the method eth_foo does not exist' }, 'METHOD_NOT_FOUND', -32601],
  [{ code: -32000, message: 'header not found' }, 'UNKNOWN_NODE_ERROR', -32000],
  [{ code: 4001, message: 'odd\u202e' }, 'UNKNOWN_NODE_ERROR', 4001],
  [{ code: 'toString', message: 5 }, 'UNKNOWN_NODE_ERROR', -32603],
  [null, 'UNKNOWN_NODE_ERROR', -32603],
])("reports the node's answer %j as an error of the node, never of a wallet", (answered, reason, code) => {
  expect(toWireError(nodeError(answered))).toMatchObject({ reason, code })
})

test("passes only the message and the revert data of a node's error to the page", () => {
  const answered = { code: 3, message: 'execution\nreverted', data: '0x08c379a0', stack: 'at node.go' }
  expect(toWireError(nodeError(answered))).toEqual({
    code: 3,
    reason: 'EXECUTION_REVERTED',
    message: 'execution reverted',
    data: '0x08c379a0',
  })
  expect(toWireError(nodeError({ code: 3, message: 'x', data: 'Reverted' }))).not.toHaveProperty('data')
})
