import { type CorpusRow, type Domain, friend, me, permission, stranger, typedRow } from './shape.ts'
import { type Token, tokenOf, tokens } from './tokens.ts'

/**
 * ERC-2612, the permit of DAI, ERC-4494 and ERC-3009. Types and domains come from the ERCs and from the published
 * sources of the tokens.
 */
const uniswap = '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD'
const oneInch = '0x111111125421cA6dc452d289314280a0f8842A65'
const cow = '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const most = 2n ** 256n - 1n

const permitType = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
export const domainOf = ({ chainId, address, name, version }: Token): Domain => ({
  name,
  ...(version !== undefined && { version }),
  chainId,
  verifyingContract: address,
})
const permit = (spender: string, value: bigint, more: object = {}) => ({
  ...{ owner: me, spender, value, nonce: 0, deadline: 1_900_000_000 },
  ...more,
})

const spenders = [
  ['Uniswap', uniswap],
  ['1inch', oneInch],
  ['CoW Protocol', cow],
] as const

/** Every token of the table, by turns for a known spender, for a stranger and without a limit. */
const perToken = tokens.map((token, index): CorpusRow => {
  const { symbol, decimals, chainId } = token
  const name = `a permit of ${symbol} on ${chainId}`
  const [protocol, spender] = spenders[index % 3] ?? spenders[0]
  const amount = 125n * 10n ** BigInt(decimals - 1)
  const data = (to: string, value: bigint): [string, Domain, object] => [permitType, domainOf(token), permit(to, value)]
  switch (index % 4) {
    case 0:
      return typedRow(
        `${name} for ${protocol}`,
        data(spender, amount),
        permission(`Allow ${protocol} to spend 12.5 ${symbol}`, `may take up to 12.5 ${symbol}`),
      )
    case 1:
      return typedRow(
        `${name} for a stranger`,
        data(stranger, amount),
        permission(`Let a stranger take your ${symbol}?`, `may take up to 12.5 ${symbol}`),
      )
    case 2:
      return typedRow(
        `${name} for ${protocol} without a limit`,
        data(spender, most),
        permission(`Allow ${protocol} to spend your ${symbol}`, 'may take Unlimited'),
      )
    default:
      return typedRow(
        `${name} that ends the allowance of ${protocol}`,
        data(spender, 0n),
        permission(`Take back what ${protocol} may take of ${symbol}`),
      )
  }
})

const usdc = tokenOf(1, 'USDC')
/** Contracts that the wallet knows by name. */
const perContract = (
  [
    ['Permit2', permit2],
    ['Uniswap', uniswap],
    ['Uniswap', '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'],
    ['1inch', oneInch],
    ['1inch', '0x1111111254EEB25477B68fb85Ed929f73A960582'],
    ['CoW Protocol', cow],
    ['0x', '0xDef1C0ded9bec7F1a1670819833240f027b25EfF'],
    ['OpenSea', '0x1E0049783F008A0085193E00003D00cd54003c71'],
  ] as const
).map(([protocol, spender]) =>
  typedRow(
    `a permit for ${protocol} at ${spender}`,
    [permitType, domainOf(usdc), permit(spender, 1_000_000n)],
    permission(`Allow ${protocol} to spend 1 USDC`, 'may take up to 1 USDC'),
  ),
)
const daiDomain = {
  name: 'Dai Stablecoin',
  version: '1',
  chainId: 1,
  verifyingContract: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
}
const daiType = 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)'
const dai = (spender: string, allowed: boolean, expiry = 0): [string, Domain, object] => [
  daiType,
  daiDomain,
  { holder: me, spender, nonce: 1, expiry, allowed },
]
const positions = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const positions4 = '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e'
const nftType = 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)'
const forAllType = 'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)'
const positionDomain = { name: 'Uniswap V3 Positions NFT-V1', version: '1', chainId: 1, verifyingContract: positions }
const position4Domain = { name: 'Uniswap v4 Positions NFT', chainId: 1, verifyingContract: positions4 }
const nft = (spender: string) => ({ spender, tokenId: 77, nonce: 0, deadline: 1_900_000_000 })

const others: CorpusRow[] = [
  typedRow(
    'a permit for Permit2 without a limit',
    [permitType, domainOf(usdc), permit(permit2, most)],
    permission('Allow Permit2 to spend your USDC', 'may take Unlimited'),
  ),
  typedRow(
    'a permit that names its network as the salt, as bridged tokens of Polygon do',
    [
      permitType,
      {
        name: 'USD Coin (PoS)',
        version: '1',
        verifyingContract: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
        salt: `0x${(137).toString(16).padStart(64, '0')}`,
      },
      permit(uniswap, 5_000_000n),
    ],
    permission('Allow Uniswap to spend 5 USDC.e', 'may take up to 5 USDC.e'),
    { chain: 'eip155:137' },
  ),
  typedRow(
    'a permit of DAI for Uniswap',
    dai(uniswap, true),
    permission('Allow Uniswap to spend your DAI', 'may take Unlimited'),
  ),
  typedRow(
    'a permit of DAI for a stranger',
    dai(stranger, true, 1_900_000_000),
    permission('Let a stranger take your DAI?', 'may take Unlimited'),
  ),
  typedRow('a permit of DAI that ends one', dai(oneInch, false), permission('Take back what 1inch may take of DAI')),
  typedRow(
    'a permit for a position of Uniswap v3',
    [nftType, positionDomain, nft(stranger)],
    permission('Let a stranger take your UNI-V3-POS #77?', 'may take up to UNI-V3-POS #77'),
  ),
  typedRow(
    'a permit for a position of Uniswap v4',
    [nftType, position4Domain, nft(uniswap)],
    permission('Allow Uniswap to spend UNI-V4-POSM #77', 'may take up to UNI-V4-POSM #77'),
  ),
  typedRow(
    'a permit for all positions of Uniswap v4',
    [forAllType, position4Domain, { operator: stranger, approved: true, nonce: 0, deadline: 1_900_000_000 }],
    permission('Let a stranger take your UNI-V4-POSM?', 'may take All of them'),
  ),
  typedRow(
    'a permit that ends the right to all positions',
    [forAllType, position4Domain, { operator: uniswap, approved: false, nonce: 0, deadline: 1_900_000_000 }],
    permission('Take back what Uniswap may take of UNI-V4-POSM'),
  ),
]

const authorization = (to: string, value: bigint) => ({
  ...{ from: me, to, value, validAfter: 0, validBefore: 1_900_000_000 },
  nonce: `0x${'5a'.repeat(32)}`,
})
const authorizationMembers =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'

/** ERC-3009, as x402 and gasless payments use it. */
const payments = tokens
  .filter(({ symbol }) => symbol === 'USDC')
  .flatMap((token): CorpusRow[] => [
    typedRow(
      `a payment of USDC on ${token.chainId} by authorisation`,
      [`TransferWithAuthorization${authorizationMembers}`, domainOf(token), authorization(friend, 12_000_000n)],
      permission('Pay 12 USDC', '−12 USDC'),
    ),
    typedRow(
      `a payment of USDC on ${token.chainId} that its receiver sends`,
      [`ReceiveWithAuthorization${authorizationMembers}`, domainOf(token), authorization(stranger, 10_000n)],
      permission('Pay 0.01 USDC', '−0.01 USDC'),
    ),
    typedRow(
      `the end of a payment of USDC on ${token.chainId}`,
      [
        'CancelAuthorization(address authorizer,bytes32 nonce)',
        domainOf(token),
        { authorizer: me, nonce: `0x${'5a'.repeat(32)}` },
      ],
      { title: 'Cancel an order or a payment', kind: 'message', effects: [] },
    ),
  ])

export const permits: readonly CorpusRow[] = [...perToken, ...perContract, ...others, ...payments]
