import type { Address, Hex } from 'viem'
import type { SwapMinimum } from './action.ts'

const native = { kind: 'native' } as const
const erc20 = (token: Address) => ({ kind: 'erc20', token }) as const

const ofPath = (amount: bigint, path: readonly Address[], to: Address): SwapMinimum | null => {
  const token = path.at(-1)
  return token ? { asset: erc20(token), amount, to } : null
}

/** Declared as a method, so that each row can narrow the arguments to those of its Solidity signature. */
type Reader = { read(args: readonly unknown[]): SwapMinimum | null }['read']

type Single = { tokenOut: Address; recipient: Address; amountOutMinimum: bigint }
type Several = { path: Hex; recipient: Address; amountOutMinimum: bigint }

/** Where the swap functions of Uniswap v2 and v3 name the least amount, the bought asset and the receiver. */
const readers: { [signature: string]: Reader } = {
  'swapExactETHForTokens(uint256,address[],address,uint256)': ([least, path, to]: [bigint, Address[], Address]) =>
    ofPath(least, path, to),
  'swapETHForExactTokens(uint256,address[],address,uint256)': ([amount, path, to]: [bigint, Address[], Address]) =>
    ofPath(amount, path, to),
  'swapExactTokensForETH(uint256,uint256,address[],address,uint256)': ([, amount, , to]: [
    bigint,
    bigint,
    Address[],
    Address,
  ]) => ({ asset: native, amount, to }),
  'swapTokensForExactETH(uint256,uint256,address[],address,uint256)': ([amount, , , to]: [
    bigint,
    bigint,
    Address[],
    Address,
  ]) => ({ asset: native, amount, to }),
  'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)': ([, least, path, to]: [
    bigint,
    bigint,
    Address[],
    Address,
  ]) => ofPath(least, path, to),
  'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)': ([amount, , path, to]: [
    bigint,
    bigint,
    Address[],
    Address,
  ]) => ofPath(amount, path, to),
  'exactInputSingle(tuple)': ([{ tokenOut, recipient, amountOutMinimum }]: [Single]) => ({
    asset: erc20(tokenOut),
    amount: amountOutMinimum,
    to: recipient,
  }),
  // A path is addresses of 20 bytes with fees between them, and ends with the bought token.
  'exactInput(tuple)': ([{ path, recipient, amountOutMinimum }]: [Several]) =>
    path.length < 42 ? null : ofPath(amountOutMinimum, [`0x${path.slice(-40)}`], recipient),
}

/** The least that the arguments of a known swap function ask for. Null if the function states none. */
export const swapMinimumOf = (signature: string, args: readonly unknown[]): SwapMinimum | null =>
  (Object.hasOwn(readers, signature) && readers[signature]?.(args)) || null
