import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { ClaimedAction } from './action.ts'
import { decodeCall } from './calldata.ts'

const me: Address = '0x1111111111111111111111111111111111111111'
const router: Address = '0x2222222222222222222222222222222222222222'
const other: Address = '0x3333333333333333333333333333333333333333'
const [sold, bought]: Address[] = [
  '0x4444444444444444444444444444444444444444',
  '0x5555555555555555555555555555555555555555',
] as [Address, Address]
const path = [sold, bought]
const until = 1_900_000_000n

const v2 = (inputs: string) => `function ${inputs} external`
const calldata = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([v2(signature)] as never), args } as never)
const minimumsOf = (data: Hex, from = me) =>
  decodeCall({ from, to: router, value: 0n, data }).map((action: ClaimedAction) =>
    action.kind === 'call' ? action.minimum : null,
  )
const pathArguments = 'address[] path, address to, uint256 deadline'
const token = { kind: 'erc20', token: bought }
const coin = { kind: 'native' }
const single =
  'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)'
const singleOf = (recipient: Address) => [
  { tokenIn: sold, tokenOut: bought, fee: 500, recipient, amountIn: 9n, amountOutMinimum: 7n, sqrtPriceLimitX96: 0n },
]

test.each<[string, readonly unknown[], object]>([
  [`swapExactETHForTokens(uint256 amountOutMin, ${pathArguments})`, [7n, path, me, until], token],
  [`swapETHForExactTokens(uint256 amountOut, ${pathArguments})`, [7n, path, me, until], token],
  [`swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, ${pathArguments})`, [9n, 7n, path, me, until], coin],
  [`swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, ${pathArguments})`, [7n, 9n, path, me, until], coin],
  [
    `swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, ${pathArguments})`,
    [9n, 7n, path, me, until],
    token,
  ],
  [
    `swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, ${pathArguments})`,
    [7n, 9n, path, me, until],
    token,
  ],
  [single, singleOf(me), token],
  [
    'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    [{ ...singleOf(me)[0], deadline: until }],
    token,
  ],
  [
    'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    [
      {
        path: `${sold}0001f4${bought.slice(2)}`,
        recipient: me,
        deadline: until,
        amountIn: 9n,
        amountOutMinimum: 7n,
      },
    ],
    token,
  ],
])('reads the least amount, the asset and the receiver of %s', (signature, args, asset) => {
  expect(minimumsOf(calldata(signature, args))).toEqual([{ asset, amount: 7n, to: me }])
})

test('states no minimum for a swap whose receiver is not the sender, or whose path names no token', () => {
  expect(minimumsOf(calldata(single, singleOf(other)))).toEqual([undefined])
  const empty = [7n, [], me, until]
  const signature = `swapExactETHForTokens(uint256 amountOutMin, ${pathArguments})`
  expect(minimumsOf(calldata(signature, empty))).toEqual([undefined])
})

test('states no minimum for a swap inside a bundle that runs on when it fails', () => {
  const swap = calldata(single, singleOf(me))
  expect(minimumsOf(calldata('multicall(bytes[] data)', [[swap]]))).toEqual([{ asset: token, amount: 7n, to: me }])
  const bundled = calldata('tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)', [
    false,
    [{ target: router, callData: swap }],
  ])
  expect(minimumsOf(bundled)).toEqual([undefined])
})
