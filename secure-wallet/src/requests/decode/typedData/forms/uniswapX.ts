import { type Address, isAddressEqual } from 'viem'
import { domainTypes, endOf, erc20, erc20OrNative, type Order, smaller, type TypedDataForm } from '../form.ts'
import { permit2Domain } from './permit2.ts'

/** UniswapX's reactors. Only they hold the solver to the order that the signature names beside the permit. */
const reactors: readonly Address[] = [
  '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4',
  '0x00000011F84B9aa48e5f8aA8B9897600006289Be',
  '0x0000000015757c461808EA25Eb309638B62681cf',
  '0x000000001Ec5656dcdB24D90DFa42742738De729',
  '0x000000000923439A92daE8930613568824108631',
  '0x00000000a55e50C71b70Db3C8B58749cd1E18eB2',
  '0x000000005aF66799D1a6317714D66800f9CA1406',
  '0x00000000bAB6E234db8AD638B6A6395b7c499Bc4',
  '0x000000000Ac008F7e07210CFb6648e40249232c2',
  '0x00000000d714EA34028930b762E96bFBe50F42C2',
  '0x000000008a8330B5d1F43A62Bf4C673A49f27ba0',
  '0xB274d5F4b833b61B340b654d600A864fB604a87c',
]

const info =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const dutchOutput = 'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'
const decay = 'NonlinearDutchDecay(uint256 relativeBlocks,int256[] relativeAmounts)'

const witness = (name: string, ...others: readonly string[]): string =>
  [
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${name} witness)`,
    ...[...others, info, permissions].toSorted(),
  ].join('')

type Output = { token: Address; recipient: Address } & (
  | { startAmount: bigint; endAmount: bigint }
  | { startAmount: bigint; minAmount: bigint }
  | { amount: bigint }
)
type UniswapXOrder = {
  permitted: { token: Address; amount: bigint }
  spender: Address
  deadline: bigint
  witness: {
    info: { reactor: Address; swapper: Address }
    outputs?: readonly Output[]
    baseOutputs?: readonly Output[]
  }
}

/** A swap that solvers compete for. Outputs to others are fees. */
export const uniswapXOrder: TypedDataForm = {
  types: [
    witness(
      'DutchOrder',
      'DutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)',
      dutchOutput,
    ),
    witness(
      'ExclusiveDutchOrder',
      'ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)',
      dutchOutput,
    ),
    witness(
      'V2DutchOrder',
      'V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)',
      dutchOutput,
    ),
    witness(
      'V3DutchOrder',
      'V3DutchOrder(OrderInfo info,address cosigner,uint256 startingBaseFee,V3DutchInput baseInput,V3DutchOutput[] baseOutputs)',
      'V3DutchInput(address token,uint256 startAmount,NonlinearDutchDecay curve,uint256 maxAmount,uint256 adjustmentPerGweiBaseFee)',
      'V3DutchOutput(address token,uint256 startAmount,NonlinearDutchDecay curve,address recipient,uint256 minAmount,uint256 adjustmentPerGweiBaseFee)',
      decay,
    ),
    witness(
      'PriorityOrder',
      'PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)',
      'PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)',
      'PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)',
    ),
    witness(
      'LimitOrder',
      'LimitOrder(OrderInfo info,address inputToken,uint256 inputAmount,OutputToken[] outputs)',
      'OutputToken(address token,uint256 amount,address recipient)',
    ),
  ],
  domain: { ...permit2Domain, types: [domainTypes.noVersion] },
  read: ({ permitted, spender, deadline, witness: order }: UniswapXOrder, { account }) => {
    const { reactor, swapper } = order.info
    const isHeld = isAddressEqual(reactor, spender) && reactors.some((known) => isAddressEqual(known, spender))
    if (!isHeld || !isAddressEqual(swapper, account)) return null
    const outputs = order.outputs ?? order.baseOutputs ?? []
    const gets = sumByToken(outputs.filter(({ recipient }) => isAddressEqual(recipient, account)))
    const [receiver] = gets.length === 0 ? outputs.map(({ recipient }) => recipient) : []
    const read: Order = {
      gives: [{ asset: erc20(permitted.token), amount: permitted.amount }],
      gets,
      until: endOf(deadline),
      ...(receiver && { receiver }),
    }
    return { deed: 'order', protocol: 'UniswapX', orders: [read] }
  },
}

const leastOf = (output: Output): bigint => {
  if ('amount' in output) return output.amount
  const other = 'minAmount' in output ? output.minAmount : output.endAmount
  return smaller(output.startAmount, other)
}

const sumByToken = (outputs: readonly Output[]): Order['gets'] => {
  const sums = new Map<Address, bigint>()
  for (const output of outputs) sums.set(output.token, (sums.get(output.token) ?? 0n) + leastOf(output))
  return [...sums].map(([token, amount]) => ({ asset: erc20OrNative(token), amount }))
}
