import * as v from 'valibot'
import { defineRpcMethod } from './method.ts'
import { loadTypedData } from './parts.ts'
import { checkOwnEvmAddress, evmAddressSchema } from './scope.ts'

const params = v.tuple([evmAddressSchema, v.union([v.string(), v.record(v.string(), v.unknown())])])

/** Most visits sign no typed data, so the table of its known forms and its texts load with the first request. */
export const signTypedData = defineRpcMethod(params, async ([address, data], context) => {
  const account = checkOwnEvmAddress(context.scope, address)
  const { readTypedData } = await loadTypedData()
  return await context.scope.approvals.ask(readTypedData(context, account, data))
})
