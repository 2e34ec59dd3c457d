import * as v from 'valibot'
import { defineRpcMethod } from './method.ts'
import { checkOwnEvmAddress, evmAddressSchema } from './scope.ts'
import { readTypedData } from './typedDataProposal.ts'

const params = v.tuple([evmAddressSchema, v.union([v.string(), v.record(v.string(), v.unknown())])])

export const signTypedData = defineRpcMethod(params, ([address, data], context) => {
  const account = checkOwnEvmAddress(context.scope, address)
  return context.scope.approvals.ask(readTypedData(context, account, data))
})
