import { readTransaction, transactionParams } from './callParams.ts'
import { broadcast } from './drafts.ts'
import { defineRpcMethod } from './method.ts'
import { ownEvm } from './scope.ts'
import { prepareCalls } from './transactions.ts'

export const sendTransaction = defineRpcMethod(transactionParams, ([params], place) => {
  const { scope, network } = place
  const account = ownEvm(scope, params.from)
  const { call, requestedFees } = readTransaction(params, network.id)
  const send = async ([signed]: Parameters<Parameters<typeof prepareCalls>[4]>[0]): Promise<unknown> =>
    signed && broadcast(place, signed)
  return scope.approvals.ask(() => prepareCalls(place, account, [call], requestedFees, send))
})
