import { commonErrors } from '../errors/commonErrors.ts'

/** The errors for the error numbers of an RPC node: those of EIP-1474, and 3 for a contract that reverted. */
const meanings = new Map<unknown, (typeof commonErrors)[keyof typeof commonErrors]>([
  [3, commonErrors.EXECUTION_REVERTED],
  [-32600, commonErrors.INVALID_REQUEST],
  [-32601, commonErrors.METHOD_NOT_FOUND],
  [-32602, commonErrors.INVALID_PARAMS],
  [-32001, commonErrors.RESOURCE_NOT_FOUND],
  [-32002, commonErrors.RESOURCE_UNAVAILABLE],
  [-32003, commonErrors.TRANSACTION_REJECTED],
  [-32004, commonErrors.METHOD_NOT_SUPPORTED],
  [-32005, commonErrors.TOO_MANY_REQUESTS],
])

export const nodeErrorOf = (number: unknown) => meanings.get(number) ?? commonErrors.UNKNOWN_NODE_ERROR
