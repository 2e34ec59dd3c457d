import { type CorpusRow, type Domain, permission, stranger, typedRow } from './shape.ts'

/** Permit2, by the type strings of its repository `Uniswap/permit2`. */
export const permit2Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const universalRouter = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const [usdc, weth, dai] = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
]
const until = 1_900_000_000

export const permit2Domain = (chainId = 1): Domain => ({
  name: 'Permit2',
  chainId,
  verifyingContract: chainId === 324 ? '0x0000000000225e31D15943971F47aD3022F714Fa' : permit2Address,
})
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const single = `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`
const batch = `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`
const permissions = 'TokenPermissions(address token,uint256 amount)'
const rest = 'address spender,uint256 nonce,uint256 deadline'
const transfer = `PermitTransferFrom(TokenPermissions permitted,${rest})${permissions}`
const batchTransfer = `PermitBatchTransferFrom(TokenPermissions[] permitted,${rest})${permissions}`

const allowed = (token: string | undefined, amount: bigint, expiration: number | bigint = until) => ({
  ...{ token, amount, expiration, nonce: 0 },
})
const singleRow = (
  name: string,
  spender: string,
  amount: bigint,
  title: string,
  effect: string,
  chainId = 1,
): CorpusRow =>
  typedRow(
    name,
    [single, permit2Domain(chainId), { details: allowed(usdc, amount), spender, sigDeadline: until }],
    effect === '' ? permission(title) : permission(title, effect),
  )

const allowances: CorpusRow[] = [
  singleRow(
    'an allowance for Uniswap',
    universalRouter,
    238_000_000n,
    'Allow Uniswap to spend 238 USDC',
    'may take up to 238 USDC',
  ),
  singleRow(
    'an allowance without a limit for Uniswap',
    universalRouter,
    2n ** 160n - 1n,
    'Allow Uniswap to spend your USDC',
    'may take Unlimited',
  ),
  singleRow(
    'an allowance for a stranger',
    stranger,
    238_000_000n,
    'Let a stranger take your USDC?',
    'may take up to 238 USDC',
  ),
  singleRow('an allowance of zero', universalRouter, 0n, 'Take back what Uniswap may take of USDC', ''),
  typedRow(
    'an allowance for several tokens',
    [
      batch,
      permit2Domain(),
      { details: [allowed(usdc, 5_000_000n), allowed(weth, 10n ** 17n)], spender: universalRouter, sigDeadline: until },
    ],
    permission('Allow Uniswap to spend your tokens', 'may take up to 5 USDC', 'may take up to 0.1 WETH'),
  ),
  typedRow(
    'an allowance for several tokens and a stranger',
    [
      batch,
      permit2Domain(),
      {
        details: [allowed(usdc, 2n ** 160n - 1n), allowed(dai, 10n ** 18n, 2n ** 48n - 1n)],
        spender: stranger,
        sigDeadline: until,
      },
    ],
    permission('Let a stranger take your tokens?', 'may take Unlimited', 'may take up to 1 DAI'),
  ),
  typedRow(
    'an allowance for a list of one token',
    [batch, permit2Domain(), { details: [allowed(usdc, 5_000_000n)], spender: universalRouter, sigDeadline: until }],
    permission('Allow Uniswap to spend 5 USDC', 'may take up to 5 USDC'),
  ),
  typedRow(
    'an allowance on Base',
    [
      single,
      permit2Domain(8453),
      {
        details: allowed('0x4200000000000000000000000000000000000006', 10n ** 18n),
        spender: stranger,
        sigDeadline: until,
      },
    ],
    permission('Let a stranger take your WETH?', 'may take up to 1 WETH'),
  ),
  typedRow(
    'an allowance on ZKsync, where Permit2 has another address',
    [
      single,
      permit2Domain(324),
      { details: allowed('0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4', 7n), spender: stranger, sigDeadline: until },
    ],
    permission(
      'Let a stranger take your unknown token 0x3355…aaf4?',
      'may take up to 7 base units of unknown token 0x3355…aaf4',
    ),
  ),
]

/** Two rights with different ends. The card names the later one. */
allowances.push(
  typedRow(
    'an allowance for two tokens with different ends',
    [
      batch,
      permit2Domain(),
      {
        details: [
          allowed(usdc, 1_000_000n, 1_800_000_000),
          allowed(dai, 10n ** 18n, 1_850_000_000),
          allowed(weth, 1n, 1_700_000_000),
        ],
        ...{ spender: stranger, sigDeadline: until },
      },
    ],
    permission(
      'Let a stranger take your tokens?',
      'may take up to 1 USDC',
      'may take up to 1 DAI',
      'may take up to 0.000000000000000001 WETH',
    ),
  ),
)

const once = (token: string | undefined, amount: bigint, spender: string) => ({
  ...{ permitted: { token, amount }, spender, nonce: 1, deadline: until },
})
const transfers: CorpusRow[] = [
  typedRow(
    'a transfer for a stranger',
    [transfer, permit2Domain(), once(usdc, 412_180_000n, stranger)],
    permission('Let a stranger take your USDC?', 'may take up to 412.18 USDC'),
  ),
  typedRow(
    'a transfer for Uniswap',
    [transfer, permit2Domain(), once(weth, 5n * 10n ** 17n, universalRouter)],
    permission('Allow Uniswap to spend 0.5 WETH', 'may take up to 0.5 WETH'),
  ),
  typedRow(
    'a transfer of several tokens',
    [
      batchTransfer,
      permit2Domain(),
      {
        permitted: [
          { token: usdc, amount: 1_000_000n },
          { token: dai, amount: 10n ** 18n },
        ],
        spender: stranger,
        nonce: 1,
        deadline: until,
      },
    ],
    permission('Let a stranger take your tokens?', 'may take up to 1 USDC', 'may take up to 1 DAI'),
  ),
  typedRow(
    'a transfer with a witness that the wallet does not know',
    [
      `PermitWitnessTransferFrom(TokenPermissions permitted,${rest},MockWitness witness)MockWitness(uint256 mock)${permissions}`,
      permit2Domain(),
      { ...once(usdc, 1_000_000n, stranger), witness: { mock: 1 } },
    ],
    permission('Let a stranger take your USDC?', 'may take up to 1 USDC'),
  ),
  typedRow(
    'a transfer of several tokens with a witness',
    [
      `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${rest},CrossChainOrder order)CrossChainOrder(address settler,uint32 fillDeadline)${permissions}`,
      permit2Domain(10),
      {
        permitted: [{ token: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', amount: 3_000_000n }],
        ...{ spender: stranger, nonce: 1, deadline: until, order: { settler: stranger, fillDeadline: 5 } },
      },
    ],
    permission('Let a stranger take your USDC?', 'may take up to 3 USDC'),
  ),
]

export const permit2Rows: readonly CorpusRow[] = [...allowances, ...transfers]
