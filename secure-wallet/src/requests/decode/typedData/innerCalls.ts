import { type AbiFunction, type Address, getAddress, type Hex, parseAbi, size, slice, toFunctionSelector } from 'viem'
import type { TransactionCall } from '../action.ts'
import { readArguments } from '../calldata.ts'

const callLimit = 50

type Pair = { to: Address; value: bigint; data: Hex }
type Reader = { read(args: readonly unknown[]): readonly Pair[] | null }['read']

const one: Reader = ([to, value, data]: [Address, bigint, Hex]) => [{ to, value, data }]
/** The last argument of Safe's module says whether the Safe calls the target or runs the target's code as its own. */
const callOnly: Reader = ([to, value, data, operation]: [Address, bigint, Hex, number]) =>
  operation === 0 ? [{ to, value, data }] : null

/** The functions that let a smart account make calls: of ERC-4337's sample accounts, Safe's module, and ERC-7579. */
const readers: { [signature: string]: Reader } = {
  'function execute(address dest, uint256 value, bytes func)': one,
  'function executeBatch(address[] dest, bytes[] func)': ([targets, data]: [Address[], Hex[]]) =>
    zip(
      targets,
      targets.map(() => 0n),
      data,
    ),
  'function executeBatch(address[] dest, uint256[] value, bytes[] func)': ([targets, values, data]: [
    Address[],
    bigint[],
    Hex[],
  ]) => zip(targets, values, data),
  'function executeBatch((address target, uint256 value, bytes data)[] calls)': ([calls]: [
    { target: Address; value: bigint; data: Hex }[],
  ]) => calls.map(({ target: to, value, data }) => ({ to, value, data })),
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)': callOnly,
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)': callOnly,
  'function execute(bytes32 mode, bytes executionCalldata)': ([mode, execution]: [Hex, Hex]) =>
    readExecution(mode, execution),
}

const zip = (targets: readonly Address[], values: readonly bigint[], data: readonly Hex[]): Pair[] | null =>
  targets.length === values.length && targets.length === data.length
    ? targets.map((to, index) => ({ to, value: values[index] ?? 0n, data: data[index] ?? '0x' }))
    : null

/** ERC-7579: the first byte of the mode says whether it is one call, a list of calls, or foreign code. */
const readExecution = (mode: Hex, execution: Hex): readonly Pair[] | null => {
  const type = slice(mode, 0, 1)
  if (type === '0x00') return size(execution) < 52 ? null : [readPacked(execution)]
  if (type !== '0x01') return null
  const [calls] = readStrictly(executions, `${executions.selector}${execution.slice(2)}`) ?? []
  return (
    (calls as { target: Address; value: bigint; callData: Hex }[] | undefined)?.map(
      ({ target: to, value, callData: data }) => ({ to, value, data }),
    ) ?? null
  )
}

const readPacked = (execution: Hex): Pair => ({
  to: getAddress(slice(execution, 0, 20)),
  value: BigInt(slice(execution, 20, 52)),
  data: size(execution) > 52 ? slice(execution, 52) : '0x',
})

type Known = { item: AbiFunction; selector: Hex }
const known = (signature: string): Known => {
  const [item] = parseAbi([signature]) as unknown as [AbiFunction]
  return { item, selector: toFunctionSelector(item) }
}
const executions = known('function executions((address target, uint256 value, bytes callData)[] calls)')
const multiSend = known('function multiSend(bytes transactions)')
const accountFunctions = Object.entries(readers).map(([signature, read]) => ({ ...known(signature), read }))

const readStrictly = ({ item, selector }: Known, data: Hex): readonly unknown[] | null =>
  data.startsWith(selector) ? readArguments(item, data) : null

/**
 * The calls that a smart account makes for the calldata of a user operation. Null if the calldata is of another kind,
 * or runs foreign code as the account.
 */
export const readAccountCalls = (from: Address, callData: Hex): TransactionCall[] | null => {
  for (const each of accountFunctions) {
    const args = readStrictly(each, callData)
    const calls = args && each.read(args)
    if (calls) return limited(from, calls)
  }
  return null
}

/**
 * The calls of Safe's MultiSend. Each has an operation, a target, a value, a length, and its data. Null if one of them
 * runs foreign code as the Safe.
 */
export const readMultiSend = (from: Address, data: Hex): TransactionCall[] | null => {
  const [packed] = (readStrictly(multiSend, data) ?? []) as readonly [Hex?]
  if (packed === undefined) return null
  const calls: Pair[] = []
  for (let rest = packed; rest !== '0x'; ) {
    if (size(rest) < headLength || slice(rest, 0, 1) !== '0x00' || calls.length === callLimit) return null
    const length = BigInt(slice(rest, 53, headLength))
    if (BigInt(size(rest) - headLength) < length) return null
    const end = headLength + Number(length)
    calls.push({
      to: getAddress(slice(rest, 1, 21)),
      value: BigInt(slice(rest, 21, 53)),
      data: length === 0n ? '0x' : slice(rest, headLength, end),
    })
    rest = size(rest) > end ? slice(rest, end) : '0x'
  }
  return limited(from, calls)
}
const headLength = 85

const limited = (from: Address, calls: readonly Pair[]): TransactionCall[] | null =>
  calls.length > callLimit ? null : calls.map((call) => ({ from, ...call }))
