import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { hasSucceeded } from '../fees/receipt.ts'
import { broadcastTransaction } from './broadcast.ts'
import { readTransactionParams, transactionParamsSchema } from './callParams.ts'
import { defineRpcMethod } from './method.ts'
import { checkOwnEvmAddress } from './scope.ts'
import { prepareCalls, type SendSigned } from './transactions.ts'

export const sendTransaction = defineRpcMethod(transactionParamsSchema, ([params], context) => {
  const { scope, network } = context
  const account = checkOwnEvmAddress(scope, params.from)
  const { call, requestedFees } = readTransactionParams(params, network.id)
  const send: SendSigned = async ([signed], receiptOf) => {
    if (!signed) throw new AppError(commonErrors.INTERNAL_ERROR)
    const hash = await broadcastTransaction(context, signed)
    return { result: hash, readEnd: async () => ({ hash, isDone: hasSucceeded(await receiptOf(hash)) }) }
  }
  return scope.approvals.ask(() => prepareCalls(context, { account, requested: [call], requestedFees, send }))
})
