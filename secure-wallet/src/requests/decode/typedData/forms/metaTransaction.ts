import type { Address, Hex } from 'viem'
import { domainTypes, type TypedDataForm } from '../form.ts'
import { forwarded } from './forwardRequest.ts'

type MetaTransaction = { from: Address; functionSignature: Hex }

/** A call of the contract that checks the signature. Bridged tokens of Polygon write the network as the salt. */
export const metaTransaction: TypedDataForm = {
  types: ['MetaTransaction(uint256 nonce,address from,bytes functionSignature)'],
  domain: { types: [domainTypes.salted, domainTypes.whole] },
  read: ({ from, functionSignature }: MetaTransaction, context) => {
    const { verifyingContract: to } = context.domain
    return to ? forwarded({ from, to, value: 0n, data: functionSignature }, null, context) : null
  },
}
