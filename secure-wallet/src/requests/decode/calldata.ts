import {
  type AbiFunction,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  maxUint256,
} from 'viem'
import type { Asset, CallArgument, ClaimedAction, TransactionCall } from './action.ts'
import { knownFunction } from './selectors.ts'
import { shownText } from './shownText.ts'
import { swapMinimumOf } from './swapMinimum.ts'

/**
 * A bundle of calls may contain bundles, which the decoder reads up to this depth. No honest site nests bundles deeper.
 */
const depthLimit = 3
const callLimit = 50
/** No token has a larger supply, so the card calls a larger allowance unlimited. */
const unlimitedFrom = 2n ** 95n

/**
 * Decodes a call into one row for each action that the call claims to take. Never throws: an unreadable call is
 * `unknown`.
 */
export const decodeCall = (call: TransactionCall, depth = 0): ClaimedAction[] => {
  const { from, to, value, data } = call
  if (to === null) return [{ kind: 'deploy', value }]
  if (data === '0x') return [{ kind: 'transfer', asset: { kind: 'native' }, amount: value, from, to }]
  const unknown: ClaimedAction[] = [{ kind: 'unknown', contract: to, selector: data.slice(0, 10) as Hex, value }]
  const item = data.length >= 10 ? knownFunction(data.slice(0, 10).toLowerCase() as Hex) : undefined
  if (!item) return unknown
  const args = readArguments(item, data)
  if (!args) return unknown

  const inner = innerCalls(item, args, call)
  if (inner) {
    if (depth >= depthLimit || inner.length > callLimit) return unknown
    return inner.flatMap((each) => decodeCall(each, depth + 1))
  }
  const claimed = readers[signatureOf(item)]?.(args, { sender: from, contract: to })
  if (claimed) {
    const sent: ClaimedAction[] = [{ kind: 'transfer', asset: { kind: 'native' }, amount: value, from, to }]
    return value > 0n ? [...sent, ...claimed] : claimed
  }
  const listed = listArguments(item, args)
  if (controlling.has(item.name)) return [{ kind: 'control', contract: to, name: item.name, args: listed }]
  const minimum = swapMinimumOf(signatureOf(item), args)
  // Only a minimum for the sender counts: a bundle may ignore that the swap of another sender has failed.
  const isOwn = minimum !== null && isAddressEqual(minimum.to, from)
  return [{ kind: 'call', contract: to, name: item.name, args: listed, value, ...(isOwn && { minimum }) }]
}

export const decodeCalls = (calls: readonly TransactionCall[]): ClaimedAction[] =>
  calls.flatMap((call) => decodeCall(call))

/** Accepts only what the encoder writes for the same arguments, because extra bytes could hide data. */
export const readArguments = (item: AbiFunction, data: Hex): readonly unknown[] | null => {
  try {
    const { args = [] } = decodeFunctionData({ abi: [item], data })
    const again = encodeFunctionData({ abi: [item], functionName: item.name, args: args as unknown[] })
    return again.toLowerCase() === data.toLowerCase() ? (args as readonly unknown[]) : null
  } catch {
    // The decoder throws for calldata that is truncated or does not fit the function.
    return null
  }
}

const signatureOf = (item: AbiFunction): string => `${item.name}(${item.inputs.map(({ type }) => type).join()})`

const controlling = new Set([
  ...['addOwnerWithThreshold', 'removeOwner', 'swapOwner', 'changeThreshold', 'enableModule', 'disableModule'],
  ...['setGuard', 'setFallbackHandler', 'approveHash'],
  ...['transferOwnership', 'renounceOwnership', 'grantRole', 'revokeRole', 'upgradeTo', 'upgradeToAndCall'],
  ...['authorizeOperator', 'setOperator', 'delegate'],
])

type Bundled = { target: Address; callData: Hex; value?: bigint }
const innerCalls = (
  item: AbiFunction,
  args: readonly unknown[],
  { from, to, value }: TransactionCall,
): TransactionCall[] | null => {
  if (!to) return null
  if (item.name === 'multicall') {
    const data = args.at(-1) as readonly Hex[]
    // `multicall` lets the contract call itself in the sender's name. All inner calls share the value of the outer
    // call.
    return data.map((each, index) => ({ from, to, value: index === 0 ? value : 0n, data: each }))
  }
  if (!/^(?:try)?[aA]ggregate(?:3|3Value)?$/.test(item.name)) return null
  // The Multicall3 contract is itself the sender of each call in its bundle.
  return (args.at(-1) as readonly Bundled[]).map((each) => ({
    from: to,
    to: each.target,
    value: each.value ?? 0n,
    data: each.callData,
  }))
}

type CallContext = { sender: Address; contract: Address }
/**
 * The type is declared as a method, because TypeScript then lets each function of the table narrow the arguments to
 * those of its Solidity signature.
 */
type Reader = { read(args: readonly unknown[], context: CallContext): ClaimedAction[] }['read']

const transfer = (asset: Asset, amount: bigint, from: Address, to: Address): ClaimedAction[] => [
  { kind: 'transfer', asset, amount, from, to },
]
const allow = (asset: Asset, amount: bigint, spender: Address, until: bigint | null = null): ClaimedAction[] =>
  amount === 0n
    ? [{ kind: 'revoke', asset, spender }]
    : [{ kind: 'allow', asset, amount, isUnlimited: amount >= unlimitedFrom, spender, until }]

const readers: { [signature: string]: Reader } = {
  'transfer(address,uint256)': ([to, amount]: [Address, bigint], { sender, contract }) =>
    transfer({ kind: 'token', token: contract }, amount, sender, to),
  'transferFrom(address,address,uint256)': ([from, to, amount]: [Address, Address, bigint], { contract }) =>
    transfer({ kind: 'token', token: contract }, amount, from, to),
  'send(address,uint256,bytes)': ([to, amount]: [Address, bigint], { sender, contract }) =>
    transfer({ kind: 'token', token: contract }, amount, sender, to),
  'approve(address,uint256)': ([spender, amount]: [Address, bigint], { contract }) =>
    allow({ kind: 'token', token: contract }, amount, spender),
  'increaseAllowance(address,uint256)': ([spender, amount]: [Address, bigint], { contract }) =>
    allow({ kind: 'erc20', token: contract }, amount, spender),
  'safeTransferFrom(address,address,uint256)': ([from, to, id]: [Address, Address, bigint], { contract }) =>
    transfer({ kind: 'erc721', token: contract, id }, 1n, from, to),
  'safeTransferFrom(address,address,uint256,bytes)': ([from, to, id]: [Address, Address, bigint], { contract }) =>
    transfer({ kind: 'erc721', token: contract, id }, 1n, from, to),
  'safeTransferFrom(address,address,uint256,uint256,bytes)': (
    [from, to, id, amount]: [Address, Address, bigint, bigint],
    { contract },
  ) => transfer({ kind: 'erc1155', token: contract, id }, amount, from, to),
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': (
    [from, to, ids, amounts]: [Address, Address, bigint[], bigint[]],
    { contract },
  ) => ids.flatMap((id, index) => transfer({ kind: 'erc1155', token: contract, id }, amounts[index] ?? 0n, from, to)),
  'setApprovalForAll(address,bool)': ([spender, isAllowed]: [Address, boolean], { contract }) =>
    isAllowed
      ? [
          {
            kind: 'allow',
            asset: { kind: 'token', token: contract },
            amount: null,
            isUnlimited: true,
            spender,
            until: null,
          },
        ]
      : [{ kind: 'revoke', asset: { kind: 'token', token: contract }, spender }],
  // The deadline of a permit ends the signature. The allowance stays.
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': (
    [, spender, amount]: [Address, Address, bigint],
    { contract },
  ) => allow({ kind: 'erc20', token: contract }, amount, spender),
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': (
    [, spender, , , isAllowed]: [Address, Address, bigint, bigint, boolean],
    { contract },
  ) => allow({ kind: 'erc20', token: contract }, isAllowed ? maxUint256 : 0n, spender),
  'approve(address,address,uint160,uint48)': ([token, spender, amount, until]: [Address, Address, bigint, number]) =>
    allow({ kind: 'erc20', token }, amount, spender, BigInt(until)),
  'transferFrom(address,address,uint160,address)': ([from, to, amount, token]: [Address, Address, bigint, Address]) =>
    transfer({ kind: 'erc20', token }, amount, from, to),
  'lockdown(tuple[])': ([approvals]: [{ token: Address; spender: Address }[]]) =>
    approvals.map(({ token, spender }) => ({ kind: 'revoke', asset: { kind: 'erc20', token }, spender })),
  'permit(address,tuple,bytes)': ([, { details, spender }]: [
    Address,
    { details: { token: Address; amount: bigint; expiration: number }; spender: Address },
  ]) => allow({ kind: 'erc20', token: details.token }, details.amount, spender, BigInt(details.expiration)),
}

const valueLimit = 20
const listArguments = (item: AbiFunction, args: readonly unknown[]): CallArgument[] =>
  item.inputs.slice(0, valueLimit).map(({ name = '', type }, index) => ({
    label: name || type,
    value: shownText(write(args[index])).text,
  }))

const write = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each))
    : String(value)
