import type { ListedToken } from '../../src/session/tokenList.ts'

/**
 * Tokens by network, with the domain that their contracts check (EIP-5267 `eip712Domain`, or the constants in their
 * published source). Some domains lack a version.
 */
export type Token = {
  chainId: number
  address: `0x${string}`
  symbol: string
  decimals: number
  name: string
  version?: string
}

const of = (
  chainId: number,
  rows: readonly (readonly [
    symbol: string,
    decimals: number,
    address: `0x${string}`,
    name: string,
    version?: string,
  ])[],
): Token[] =>
  rows.map(([symbol, decimals, address, name, version]) => ({
    ...{ chainId, address, symbol, decimals, name },
    ...(version !== undefined && { version }),
  }))

export const tokens: readonly Token[] = [
  ...of(1, [
    ['USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin', '2'],
    ['AAVE', 18, '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', 'Aave Token', '1'],
    ['stETH', 18, '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', 'Liquid staked Ether 2.0', '2'],
    ['wstETH', 18, '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 'Wrapped liquid staked Ether 2.0', '1'],
    ['USDS', 18, '0xdC035D45d973E3EC169d2276DDab16f1e407384F', 'USDS Stablecoin', '1'],
    ['UNI', 18, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', 'Uniswap'],
    ['ENS', 18, '0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72', 'Ethereum Name Service', '1'],
    ['HOP', 18, '0xc5102fE9359FD9a28f877a67E36B0F050d81a3CC', 'Hop', '1'],
    ['GTC', 18, '0xDe30da39c46104798bB5aA3fe8B9e0e1F348163F', 'Gitcoin'],
    ['1INCH', 18, '0x111111111117dC0aa78b770fA6A738034120C302', '1INCH Token', '1'],
  ]),
  ...of(10, [
    ['USDC', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin', '2'],
    ['DAI', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 'Dai Stablecoin', '1'],
    ['LUSD', 18, '0xc40F949F8a4e094D1b49a23ea9241D289B7b2819', 'LUSD Stablecoin', '1'],
    ['OP', 18, '0x4200000000000000000000000000000000000042', 'Optimism', '1'],
    ['VELO', 18, '0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db', 'VelodromeV2', '1'],
    ['BOB', 18, '0xB0B195aEFA3650A6908f15CdaC7D92F8a5791B0B', 'BOB', '1'],
  ]),
  ...of(137, [
    ['USDC', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin', '2'],
    ['QUICK', 18, '0xB5C064F955D8e7F38fE0460C556a72987494eE17', 'QuickSwap', '1'],
    ['aDAI', 18, '0x27F8D03b3a2196956ED754baDc28D73be8830A6e', 'Aave Matic Market DAI', '1'],
    ['stMATIC', 18, '0x3A58a54C066FdC0f2D55FC9C89F0415C92eBf3C4', 'Staked MATIC (PoS)', '1'],
  ]),
  ...of(8453, [
    ['USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin', '2'],
    ['cbETH', 18, '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22', 'Coinbase Wrapped Staked ETH', '1'],
    ['AERO', 18, '0x940181a94A35A4569E4529A3CDfB74e38FD98631', 'Aerodrome', '1'],
    ['DEGEN', 18, '0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed', 'Degen', '1'],
    ['DAI', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 'Dai Stablecoin', '1'],
    ['USDS', 18, '0x820C137fa70C8691f0e44Dc420a5e53c168921Dc', 'USDS Stablecoin', '1'],
    ['wstETH', 18, '0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452', 'Wrapped liquid staked Ether 2.0', '1'],
  ]),
  ...of(42161, [
    ['USDC', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin', '2'],
    ['USDT', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 'Tether USD', '1'],
    ['ARB', 18, '0x912CE59144191C1204E64559FE8253a0e49E6548', 'Arbitrum', '1'],
    ['DAI', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 'Dai Stablecoin', '1'],
    ['WETH', 18, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 'Wrapped Ether', '1'],
    ['WBTC', 8, '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 'Wrapped BTC', '1'],
  ]),
  ...of(43114, [
    ['USDC', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin', '2'],
    ['JOE', 18, '0x6e84a6216eA6dACC71eE8E6b0a5B7322EEbC0fDd', 'JoeToken'],
    ['PNG', 18, '0x60781C2586D68229fde47564546784ab3fACA982', 'Pangolin'],
  ]),
  ...of(59144, [
    ['USDC', 6, '0x176211869cA2b568f2A7D4EE941E073a821EE1ff', 'USD Coin', '1'],
    ['DAI', 18, '0x4AF15ec2A0BD43Db75dd04E62FAA3B8EF36b00d5', 'Dai Stablecoin', '1'],
  ]),
]

/** Tokens without a permit, and collectibles (no decimals), which other rows of the corpus move. */
const others: readonly (readonly [chainId: number, address: string, symbol: string, decimals?: number])[] = [
  [1, '0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI', 18],
  [1, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'WETH', 18],
  [1, '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 6],
  [1, '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D', 'BAYC'],
  [1, '0xC36442b4a4522E871399CD717aBDD847Ab11FE88', 'UNI-V3-POS'],
  [1, '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e', 'UNI-V4-POSM'],
  [1, '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85', 'ENS-NAME'],
  [137, '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 'USDC.e', 6],
  [137, '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045', 'OUTCOME'],
  [137, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'USDT0', 6],
  [137, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 'WETH', 18],
  [8453, '0x4200000000000000000000000000000000000006', 'WETH', 18],
]

/** The symbol and the decimals of a token by its network and address. */
export const findToken = (chain: string, address: string): { symbol: string; decimals?: number } | undefined => {
  const id = Number(chain.split(':')[1])
  const known = tokens.find((each) => each.chainId === id && each.address.toLowerCase() === address.toLowerCase())
  if (known) return known
  const other = others.find(([chainId, token]) => chainId === id && token.toLowerCase() === address.toLowerCase())
  return other && { symbol: other[2], ...(other[3] !== undefined && { decimals: other[3] }) }
}

/** The tokens of a network that the operator's list names. No list names collectibles. */
export const listedOn = (chain: string): ListedToken[] => {
  const id = Number(chain.split(':')[1])
  return [
    ...tokens.filter(({ chainId }) => chainId === id),
    ...others.flatMap(([chainId, address, symbol, decimals]) =>
      chainId === id && decimals !== undefined ? [{ address, name: symbol, symbol, decimals }] : [],
    ),
  ]
}

export const tokenOf = (chainId: number, symbol: string): Token => {
  const found = tokens.find((each) => each.chainId === chainId && each.symbol === symbol)
  if (!found) throw new Error(`no ${symbol} on ${chainId}`)
  return found
}
