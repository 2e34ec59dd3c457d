import { readTransactionParams, transactionParamsSchema } from './callParams.ts'
import { broadcastTransaction } from './drafts.ts'
import { defineRpcMethod } from './method.ts'
import { checkOwnEvmAddress } from './scope.ts'
import { prepareCalls } from './transactions.ts'

export const sendTransaction = defineRpcMethod(transactionParamsSchema, ([params], context) => {
  const { scope, network } = context
  const account = checkOwnEvmAddress(scope, params.from)
  const { call, requestedFees } = readTransactionParams(params, network.id)
  const send = async ([signed]: Parameters<Parameters<typeof prepareCalls>[4]>[0]): Promise<unknown> =>
    signed && broadcastTransaction(context, signed)
  return scope.approvals.ask(() => prepareCalls(context, account, [call], requestedFees, send))
})
