import { permit2Domain } from './permit2.ts'
import { type CorpusRow, type Domain, me, permission, stranger, typedRow } from './shape.ts'

/** Orders of UniswapX, by the type strings of `Uniswap/UniswapX`. */
const [usdc, weth, dai] = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
]
const until = 1_900_000_000
const permissions = 'TokenPermissions(address token,uint256 amount)'
const rest = 'address spender,uint256 nonce,uint256 deadline'
const once = (token: string | undefined, amount: bigint, spender: string) => ({
  ...{ permitted: { token, amount }, spender, nonce: 1, deadline: until },
})
const info =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)'
const output = 'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'
const witnessed = (name: string, ...types: string[]): string =>
  `PermitWitnessTransferFrom(TokenPermissions permitted,${rest},${name} witness)${types.join('')}`
export const reactor = '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4'
const infoOf = (to: string) => ({
  ...{ reactor: to, swapper: me, nonce: 1, deadline: until },
  ...{ additionalValidationContract: '0x0000000000000000000000000000000000000000', additionalValidationData: '0x' },
})
const out = (token: string | undefined, startAmount: bigint, endAmount: bigint, recipient: string = me) => ({
  ...{ token, startAmount, endAmount, recipient },
})
const fees = '0x27213E28D7fDA5c57Fe9e5dD923818DBCcf71c47'

/** The order of UniswapX with an exclusive filler: sells USDC for WETH. */
export const exclusiveOrder = (
  more: { spender?: string; recipient?: string; least?: bigint } = {},
): [string, Domain, object] => [
  witnessed(
    'ExclusiveDutchOrder',
    output,
    'ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)',
    info,
    permissions,
  ),
  permit2Domain(),
  {
    ...once(usdc, 3_000_000_000n, more.spender ?? reactor),
    witness: {
      info: infoOf(more.spender ?? reactor),
      ...{ decayStartTime: 1, decayEndTime: 2, exclusiveFiller: stranger, exclusivityOverrideBps: 100 },
      ...{ inputToken: usdc, inputStartAmount: 3_000_000_000n, inputEndAmount: 3_000_000_000n },
      outputs: [
        out(weth, 10n ** 18n, more.least ?? 9n * 10n ** 17n, more.recipient),
        out(weth, 10n ** 15n, 10n ** 15n, fees),
      ],
    },
  },
]
const v2 = '0x00000011F84B9aa48e5f8aA8B9897600006289Be'
const v3 = '0xB274d5F4b833b61B340b654d600A864fB604a87c'
const priority = '0x000000001Ec5656dcdB24D90DFa42742738De729'
const [arbUsdc, arbWeth] = ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1']
const [baseUsdc, baseWeth] = [
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  '0x4200000000000000000000000000000000000006',
]
const curve = { relativeBlocks: 1, relativeAmounts: [5] }

export const uniswapX: readonly CorpusRow[] = [
  typedRow(
    'a swap of UniswapX',
    exclusiveOrder(),
    permission('Swap 3,000 USDC for 0.9 WETH', '−3,000 USDC', '+0.9 WETH'),
  ),
  typedRow(
    'a swap of UniswapX, version 2',
    [
      witnessed(
        'V2DutchOrder',
        output,
        info,
        permissions,
        'V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)',
      ),
      permit2Domain(),
      {
        ...once(dai, 100n * 10n ** 18n, v2),
        witness: {
          info: infoOf(v2),
          ...{
            cosigner: stranger,
            baseInputToken: dai,
            baseInputStartAmount: 100n * 10n ** 18n,
            baseInputEndAmount: 100n * 10n ** 18n,
          },
          baseOutputs: [out('0x0000000000000000000000000000000000000000', 4n * 10n ** 16n, 3n * 10n ** 16n)],
        },
      },
    ],
    permission('Swap 100 DAI for 0.03 ETH', '−100 DAI', '+0.03 ETH'),
  ),
  typedRow(
    'a swap of UniswapX, version 3, on Arbitrum',
    [
      witnessed(
        'V3DutchOrder',
        'NonlinearDutchDecay(uint256 relativeBlocks,int256[] relativeAmounts)',
        info,
        permissions,
        'V3DutchInput(address token,uint256 startAmount,NonlinearDutchDecay curve,uint256 maxAmount,uint256 adjustmentPerGweiBaseFee)',
        'V3DutchOrder(OrderInfo info,address cosigner,uint256 startingBaseFee,V3DutchInput baseInput,V3DutchOutput[] baseOutputs)',
        'V3DutchOutput(address token,uint256 startAmount,NonlinearDutchDecay curve,address recipient,uint256 minAmount,uint256 adjustmentPerGweiBaseFee)',
      ),
      permit2Domain(42161),
      {
        ...once(arbUsdc, 50_000_000n, v3),
        witness: {
          info: infoOf(v3),
          ...{ cosigner: stranger, startingBaseFee: 1 },
          baseInput: {
            token: arbUsdc,
            startAmount: 50_000_000n,
            curve,
            maxAmount: 50_000_000n,
            adjustmentPerGweiBaseFee: 0,
          },
          baseOutputs: [
            {
              token: arbWeth,
              startAmount: 2n * 10n ** 16n,
              curve,
              recipient: me,
              minAmount: 10n ** 16n,
              adjustmentPerGweiBaseFee: 0,
            },
          ],
        },
      },
    ],
    permission('Swap 50 USDC for 0.01 WETH', '−50 USDC', '+0.01 WETH'),
  ),
  typedRow(
    'a swap of UniswapX by priority, on Base',
    [
      witnessed(
        'PriorityOrder',
        info,
        'PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)',
        'PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)',
        'PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)',
        permissions,
      ),
      permit2Domain(8453),
      {
        ...once(baseWeth, 10n ** 18n, priority),
        witness: {
          info: infoOf(priority),
          ...{ cosigner: stranger, auctionStartBlock: 1, baselinePriorityFeeWei: 0 },
          input: { token: baseWeth, amount: 10n ** 18n, mpsPerPriorityFeeWei: 0 },
          outputs: [
            { token: baseUsdc, amount: 2_900_000_000n, mpsPerPriorityFeeWei: 1, recipient: me },
            { token: baseUsdc, amount: 50_000_000n, mpsPerPriorityFeeWei: 1, recipient: me },
          ],
        },
      },
    ],
    permission('Swap 1 WETH for 2,950 USDC', '−1 WETH', '+2,950 USDC'),
  ),
  typedRow(
    'a limit order of UniswapX',
    [
      witnessed(
        'LimitOrder',
        'LimitOrder(OrderInfo info,address inputToken,uint256 inputAmount,OutputToken[] outputs)',
        info,
        'OutputToken(address token,uint256 amount,address recipient)',
        permissions,
      ),
      permit2Domain(),
      {
        ...once(usdc, 3_000_000_000n, reactor),
        witness: {
          info: infoOf(reactor),
          inputToken: usdc,
          inputAmount: 3_000_000_000n,
          outputs: [{ token: weth, amount: 10n ** 18n, recipient: me }],
        },
      },
    ],
    permission('Swap 3,000 USDC for 1 WETH', '−3,000 USDC', '+1 WETH'),
  ),
  typedRow(
    'the first order of UniswapX',
    [
      witnessed(
        'DutchOrder',
        'DutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)',
        output,
        info,
        permissions,
      ),
      permit2Domain(),
      {
        ...once(usdc, 10_000_000n, reactor),
        witness: {
          info: infoOf(reactor),
          ...{
            decayStartTime: 1,
            decayEndTime: 2,
            inputToken: usdc,
            inputStartAmount: 9_000_000n,
            inputEndAmount: 10_000_000n,
          },
          outputs: [out(dai, 10n ** 19n, 9n * 10n ** 18n)],
        },
      },
    ],
    permission('Swap 10 USDC for 9 DAI', '−10 USDC', '+9 DAI'),
  ),
  typedRow(
    'an order of UniswapX that pays somebody else',
    exclusiveOrder({ recipient: stranger }),
    permission('Give away 3,000 USDC?', '−3,000 USDC'),
  ),
]
