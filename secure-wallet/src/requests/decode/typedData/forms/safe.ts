import { type Address, type Hex, isAddressEqual } from 'viem'
import type { TransactionCall } from '../../action.ts'
import { decodeCalls } from '../../calldata.ts'
import { domainTypes, type Fact, isNobody, type TypedDataForm } from '../form.ts'
import { readMultiSend } from '../innerCalls.ts'

type SafeTransaction = {
  to: Address
  value: bigint
  data: Hex
  operation: bigint
  gasPrice: bigint
  gasToken: Address
  refundReceiver: Address
}

/** The deployments of MultiSend and MultiSendCallOnly from version 1.3.0, whose code runs a list of calls. */
const multiSends: readonly Address[] = [
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  '0x0dFcccB95225ffB03c6FBB2559B530C2B7C8A912',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  '0xf220D3b4DFb23C4ade8C88E526C1353AbAcbC38F',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x309D0B190FeCCa8e1D5D8309a16F7e3CB133E885',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  '0x0408EF011960d02349d50286D20531229BCef773',
  '0x218543288004CD07832472D464648173c77D7eB7',
  '0xA83c336B20401Af773B6219BA5027174338D1836',
]

const members = (baseGas: string): string =>
  `address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${baseGas},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce`

/** A transaction of a Safe that the account owns with others. Until version 1.0.0 a member had another name. */
export const safeTransaction: TypedDataForm = {
  types: [`SafeTx(${members('baseGas')})`, `SafeTx(${members('dataGas')})`],
  domain: { types: [domainTypes.contract, domainTypes.contractOnly] },
  read: (transaction: SafeTransaction, { domain: { verifyingContract: safe } }) => {
    if (!safe) return null
    const calls = readCalls(safe, transaction)
    const { gasPrice, refundReceiver } = transaction
    const facts: Fact[] = [{ label: 'safe', value: safe, isAddress: true }]
    // A gas price makes the Safe pay a refund, to whoever sends the transaction if no receiver is named.
    const refunds = gasPrice > 0n
    if (refunds && !isNobody(refundReceiver)) facts.push({ label: 'recipient', value: refundReceiver, isAddress: true })
    return {
      deed: 'execute',
      from: safe,
      calls: calls ?? [],
      actions: decodeCalls(calls ?? []),
      isUnreadable: calls === null || refunds,
      facts,
    }
  },
}

/** Null if the Safe runs foreign code as its own. */
const readCalls = (safe: Address, { to, value, data, operation }: SafeTransaction): TransactionCall[] | null => {
  if (operation === 0n) return [{ from: safe, to, value, data }]
  const isMultiSend = multiSends.some((each) => isAddressEqual(each, to))
  return operation === 1n && isMultiSend ? readMultiSend(safe, data) : null
}

/** Lets another address propose transactions of the account's Safes. It cannot confirm them. */
export const safeProposer: TypedDataForm = {
  types: ['Delegate(address delegateAddress,uint256 totp)'],
  domain: {
    types: [domainTypes.noContract],
    names: ['Safe Transaction Service'],
    versions: ['1.0'],
  },
  read: ({ delegateAddress }: { delegateAddress: Address }) => ({
    deed: 'rights',
    power: 'propose',
    protocol: 'Safe',
    facts: [{ label: 'delegate', value: delegateAddress, isAddress: true }],
  }),
}
