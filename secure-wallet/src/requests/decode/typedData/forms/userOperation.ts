import type { Address, Hex } from 'viem'
import { decodeCalls } from '../../calldata.ts'
import { domainTypes, type Fact, type TypedDataForm, type Understood } from '../form.ts'
import { readAccountCalls } from '../innerCalls.ts'

/** A paymaster takes tokens only with an allowance, which is one of the calls or was given before. */
const execute = (sender: Address, entryPoint: Address | undefined, callData: Hex): Understood | null => {
  if (!entryPoint) return null
  const calls = readAccountCalls(sender, callData)
  const facts: Fact[] = [
    { label: 'wallet', value: sender, isAddress: true },
    { label: 'entryPoint', value: entryPoint, isAddress: true },
  ]
  return {
    deed: 'execute',
    from: sender,
    calls: calls ?? [],
    actions: decodeCalls(calls ?? []),
    isUnreadable: calls === null,
    facts,
  }
}

/** ERC-4337 from entry point 0.8 on. The operation of entry point 0.7 has the same form but no standard domain. */
export const userOperation: TypedDataForm = {
  types: [
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
  ],
  domain: {
    types: [domainTypes.whole],
    names: ['ERC4337'],
    versions: ['1'],
    contracts: ['0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', '0x433709009B8330FDa32311DF1C2AFA402eD8D009'],
  },
  read: ({ sender, callData }: { sender: Address; callData: Hex }, { domain }) =>
    execute(sender, domain.verifyingContract, callData),
}

const safeOperationMembers = (limits: string): string =>
  `SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,${limits},bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)`

/** The operations of Safe's module for ERC-4337, with the entry points 0.7 and 0.6. */
export const safeOperation: TypedDataForm = {
  types: [
    safeOperationMembers(
      'uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas',
    ),
    safeOperationMembers(
      'uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas',
    ),
  ],
  domain: {
    types: [domainTypes.contract],
    contracts: ['0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226', '0xa581c4A4DB7175302464fF3C06380BC3270b4037'],
  },
  read: ({ safe, entryPoint, callData }: { safe: Address; entryPoint: Address; callData: Hex }) =>
    execute(safe, entryPoint, callData),
}
