import {
  type Abi,
  type Address,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type Hex,
  maxUint256,
  multicall3Abi,
  parseAbi,
} from 'viem'
import { type CorpusRow, friend, me, permission, type SimulatedMove, stranger } from './shape.ts'

/** Transactions by public ABIs: the ERCs, OpenZeppelin, WETH9, Uniswap, Permit2, Multicall3 and Safe. */
const [usdc, weth, bayc, names]: readonly Address[] = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D',
  '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85',
] as const satisfies readonly Address[]
const router: Address = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const ether = 10n ** 18n
const until = 1_900_000_000n
const abi = parseAbi([
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function deposit(uint256 assets, address receiver)',
  'function redeem(uint256 shares, address receiver, address owner)',
  'function delegate(address delegatee)',
  'function transferOwnership(address newOwner)',
  'function renounceOwnership()',
  'function grantRole(bytes32 role, address account)',
  'function upgradeTo(address newImplementation)',
  'function castVote(uint256 proposalId, uint8 support)',
  'function burn(uint256 amount)',
  'function send(address to, uint256 amount, bytes data)',
  'function setOperator(address operator, bool approved)',
  'function multicall(bytes[] data)',
  'function enableModule(address module)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown((address token, address spender)[] approvals)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const calldata = (functionName: string, args: readonly unknown[] = [], from: Abi = abi): Hex =>
  encodeFunctionData({ abi: from, functionName, args })
const of20 = (functionName: string, args: readonly unknown[]): Hex => calldata(functionName, args, erc20Abi)
const of721 = (functionName: string, args: readonly unknown[]): Hex => calldata(functionName, args, erc721Abi)
const of1155 = (functionName: string, args: readonly unknown[]): Hex => calldata(functionName, args, erc1155Abi)

export const callRow = (
  name: string,
  [to, data, value = 0n]: readonly [to: Address | undefined, data: Hex, value?: bigint],
  card: CorpusRow['card'],
  simulated?: SimulatedMove[],
): CorpusRow => ({
  ...{ name, method: 'eth_sendTransaction', card },
  params: [{ from: me, ...(to && { to }), data, value: `0x${value.toString(16)}` }],
  ...(simulated && { simulated }),
})
const transfer = (title: string, ...effects: string[]): CorpusRow['card'] => ({ title, kind: 'transfer', effects })
const untried = (title: string, ...effects: string[]): CorpusRow['card'] => ({ title, kind: 'unknown', effects })
const out = (token: string, amount: bigint, to: string = friend): SimulatedMove => ({ token, to, amount })
const into = (token: string, amount: bigint): SimulatedMove => ({ token, from: router, to: me, amount })
const grant = (token: string, amount: bigint, to: string = stranger): SimulatedMove => ({
  token,
  to,
  amount,
  isApproval: true,
})

const tokenCalls: CorpusRow[] = [
  callRow(
    'a transfer of a token',
    [usdc, of20('transfer', [friend, 12_000_000n])],
    transfer('Send 12 USDC', '−12 USDC'),
    [out(usdc, 12_000_000n)],
  ),
  callRow(
    'a transfer of a token, not simulated',
    [usdc, of20('transfer', [friend, 12_000_000n])],
    untried('Send 12 USDC', '−12 USDC'),
  ),
  callRow(
    'a transfer from the account',
    [usdc, of20('transferFrom', [me, friend, 5_000_000n])],
    transfer('Send 5 USDC', '−5 USDC'),
    [out(usdc, 5_000_000n)],
  ),
  callRow(
    'a transfer of ERC-777',
    [usdc, calldata('send', [friend, 5_000_000n, '0x'])],
    transfer('Send 5 USDC', '−5 USDC'),
    [out(usdc, 5_000_000n)],
  ),
  callRow(
    'an allowance',
    [usdc, of20('approve', [stranger, 5_000_000n])],
    permission('Allow 0x91cE…3f10 to spend 5 USDC', 'may take up to 5 USDC'),
    [grant(usdc, 5_000_000n)],
  ),
  callRow(
    'an allowance, not simulated',
    [usdc, of20('approve', [stranger, 5_000_000n])],
    untried('Allow 0x91cE…3f10 to spend 5 USDC', 'may take up to 5 USDC', 'may take Unknown'),
  ),
  callRow(
    'an allowance without a limit',
    [usdc, of20('approve', [stranger, maxUint256])],
    permission('Allow 0x91cE…3f10 to spend your USDC', 'may take Unlimited'),
    [grant(usdc, maxUint256)],
  ),
  callRow(
    'the end of an allowance',
    [usdc, of20('approve', [stranger, 0n])],
    transfer('Take back what 0x91cE…3f10 may take of USDC'),
    [grant(usdc, 0n)],
  ),
  callRow(
    'a larger allowance',
    [usdc, calldata('increaseAllowance', [stranger, 5_000_000n])],
    permission('Allow 0x91cE…3f10 to spend 5 USDC', 'may take up to 5 USDC'),
    [grant(usdc, 5_000_000n)],
  ),
  callRow(
    'a smaller allowance',
    [usdc, calldata('decreaseAllowance', [stranger, 5_000_000n])],
    transfer('Use the contract 0xA0b8…eB48'),
    [],
  ),
  callRow(
    'a permit on the chain',
    [usdc, calldata('permit', [me, stranger, 5n, until, 27, `0x${'5a'.repeat(32)}`, `0x${'5a'.repeat(32)}`])],
    permission('Allow 0x91cE…3f10 to spend 0.000005 USDC', 'may take up to 0.000005 USDC'),
    [grant(usdc, 5n)],
  ),
  callRow(
    'a token to burn',
    [usdc, calldata('burn', [5_000_000n])],
    transfer('Use the contract 0xA0b8…eB48', '−5 USDC'),
    [out(usdc, 5_000_000n, '0x0000000000000000000000000000000000000000')],
  ),
  callRow(
    'votes for a delegate on the chain',
    [usdc, calldata('delegate', [friend])],
    permission('Hand over control of 0xA0b8…eB48?'),
    [],
  ),
]
const pieces: CorpusRow[] = [
  callRow(
    'a transfer of a collectible',
    [bayc, of721('safeTransferFrom', [me, friend, 14n])],
    transfer('Send BAYC #14', '−BAYC #14'),
    [{ token: bayc, to: friend, amount: 1n, id: 14n }],
  ),
  callRow(
    'a transfer of an edition, not simulated',
    [names, of1155('safeTransferFrom', [me, friend, 7n, 3n, '0x'])],
    untried('Send 3 × ENS-NAME #7', '−3 × ENS-NAME #7'),
  ),
  callRow(
    'a transfer of several editions, not simulated',
    [names, of1155('safeBatchTransferFrom', [me, friend, [7n, 8n], [1n, 2n], '0x'])],
    untried('Approve 2 actions', '−ENS-NAME #7', '−2 × ENS-NAME #8'),
  ),
  callRow(
    'a right to a whole collection, not simulated',
    [bayc, of721('setApprovalForAll', [stranger, true])],
    untried('Allow 0x91cE…3f10 to spend your BAYC', 'may take All of them', 'may take Unknown'),
  ),
  callRow(
    'the end of a right to a whole collection',
    [bayc, of721('setApprovalForAll', [stranger, false])],
    transfer('Take back what 0x91cE…3f10 may take of BAYC'),
    [],
  ),
  callRow(
    'an operator of ERC-6909',
    [names, calldata('setOperator', [stranger, true])],
    permission('Hand over control of 0x57f1…eA85?'),
    [],
  ),
]
const coins: CorpusRow[] = [
  callRow('a payment of the coin, simulated', [friend, '0x', ether], transfer('Send 1 ETH', '−1 ETH'), [
    { to: friend, amount: ether },
  ]),
  callRow('a payment of the coin', [friend, '0x', ether], untried('Send 1 ETH', '−1 ETH')),
  callRow(
    'the coin to wrap',
    [weth, calldata('deposit'), ether],
    transfer('Use the contract 0xC02a…6Cc2', 'about +1 WETH'),
    [into(weth, ether)],
  ),
  callRow(
    'the coin to unwrap',
    [weth, calldata('withdraw', [ether])],
    transfer('Swap 1 WETH for ETH', '−1 WETH', 'about +1 ETH'),
    [out(weth, ether), { from: weth, to: me, amount: ether }],
  ),
  callRow('a contract to publish', [undefined, '0x6001600101'], untried('Deploy a contract', 'may take Unknown')),
]
const path = [usdc, weth]
const swaps: CorpusRow[] = [
  callRow(
    'a swap of the coin',
    [router, calldata('swapExactETHForTokens', [1n, path, me, until]), ether],
    untried('Use the contract 0x7a25…488D', '−1 ETH', 'may take Unknown'),
  ),
  callRow(
    'a swap for the coin, not simulated',
    [router, calldata('swapExactTokensForETH', [1n, 1n, path, me, until])],
    untried('Use the contract 0x7a25…488D', 'may take Unknown'),
  ),
  callRow(
    'a swap of tokens',
    [router, calldata('swapExactTokensForTokens', [3_000_000_000n, (ether * 99n) / 100n, path, me, until])],
    transfer('Swap 3,000 USDC for WETH', '−3,000 USDC', 'about +1 WETH'),
    [out(usdc, 3_000_000_000n), into(weth, ether)],
  ),
  callRow(
    'a swap at Uniswap v3',
    [
      router,
      calldata('exactInputSingle', [
        {
          tokenIn: usdc,
          tokenOut: weth,
          fee: 500,
          recipient: me,
          amountIn: 3_000_000_000n,
          amountOutMinimum: 1n,
          sqrtPriceLimitX96: 0n,
        },
      ]),
    ],
    transfer('Swap 3,000 USDC for WETH', '−3,000 USDC', 'about +1 WETH'),
    [out(usdc, 3_000_000_000n), into(weth, ether)],
  ),
  callRow(
    'a deposit at a vault of ERC-4626',
    [router, calldata('deposit', [5_000_000n, me])],
    transfer('Swap 5 USDC for WETH', '−5 USDC', 'about +1 WETH'),
    [out(usdc, 5_000_000n), into(weth, ether)],
  ),
  callRow(
    'shares of ERC-4626 to redeem',
    [router, calldata('redeem', [5n, me, me])],
    transfer('Use the contract 0x7a25…488D', 'about +1 WETH'),
    [into(weth, ether)],
  ),
  callRow(
    'a vote on the chain',
    [router, calldata('castVote', [42n, 1])],
    transfer('Use the contract 0x7a25…488D'),
    [],
  ),
]
const unreadable: CorpusRow[] = [
  callRow(
    'a call that nobody can read',
    [router, '0x12345678'],
    untried('Send something we can’t read?', 'may take Unknown'),
  ),
  callRow(
    'a call that nobody can read, simulated',
    [router, '0x12345678'],
    untried('Send something we can’t read?', '−5 USDC'),
    [out(usdc, 5_000_000n)],
  ),
  callRow(
    'a call with two gains',
    [router, calldata('deposit', [5n, me])],
    transfer('Use the contract 0x7a25…488D', '−5 USDC', 'about +1 WETH', 'about +12 USDT'),
    [out(usdc, 5_000_000n), into(weth, ether), into('0xdAC17F958D2ee523a2206206994597C13D831ec7', 12_000_000n)],
  ),
  callRow(
    'a call with a gain and an allowance',
    [router, calldata('deposit', [5n, me])],
    permission('Use the contract 0x7a25…488D', '−5 USDC', 'about +1 WETH', 'may take up to 5 USDC'),
    [out(usdc, 5_000_000n), into(weth, ether), grant(usdc, 5_000_000n)],
  ),
]
const permit2Calls: CorpusRow[] = [
  callRow(
    'an allowance at Permit2',
    [permit2, calldata('approve', [usdc, stranger, 5_000_000n, 1_900_000_000])],
    permission('Allow 0x91cE…3f10 to spend 5 USDC', 'may take up to 5 USDC'),
    [grant(usdc, 5_000_000n)],
  ),
  callRow(
    'the end of allowances at Permit2',
    [permit2, calldata('lockdown', [[{ token: usdc, spender: stranger }]])],
    transfer('Take back what 0x91cE…3f10 may take of USDC'),
    [],
  ),
]
const controls: CorpusRow[] = [
  ...(
    [
      ['transferOwnership', [stranger]],
      ['renounceOwnership', []],
      ['grantRole', [`0x${'00'.repeat(32)}`, stranger]],
      ['upgradeTo', [stranger]],
      ['enableModule', [stranger]],
    ] as const
  ).map(([name, args]) =>
    callRow(
      `control of a contract: ${name}`,
      [router, calldata(name, args)],
      permission('Hand over control of 0x7a25…488D?'),
      [],
    ),
  ),
]
const bundles: CorpusRow[] = [
  callRow(
    'two calls of one contract',
    [usdc, calldata('multicall', [[of20('approve', [stranger, 5_000_000n]), of20('transfer', [friend, 1_000_000n])]])],
    permission('Approve 2 actions', '−1 USDC', 'may take up to 5 USDC'),
    [out(usdc, 1_000_000n), grant(usdc, 5_000_000n)],
  ),
  callRow(
    'a call by Multicall3',
    [
      '0xcA11bde05977b3631167028862bE2a173976CA11',
      calldata(
        'aggregate3',
        [[{ target: usdc, allowFailure: false, callData: of20('transfer', [friend, 1n]) }]],
        multicall3Abi,
      ),
    ],
    transfer('Send 0.000001 USDC'),
    [],
  ),
  {
    ...callRow('two transactions', [usdc, '0x'], permission('Approve 2 actions', '−1 USDC', 'may take up to 5 USDC'), [
      out(usdc, 1_000_000n),
      grant(usdc, 5_000_000n),
    ]),
    method: 'wallet_sendCalls',
    params: [
      {
        calls: [
          { to: usdc, data: of20('approve', [stranger, 5_000_000n]) },
          { to: usdc, data: of20('transfer', [friend, 1_000_000n]) },
        ],
      },
    ],
  },
]

export const calls: readonly CorpusRow[] = [
  ...tokenCalls,
  ...pieces,
  ...coins,
  ...swaps,
  ...unreadable,
  ...permit2Calls,
  ...controls,
  ...bundles,
]
