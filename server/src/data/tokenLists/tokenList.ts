import type { ListedToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'

/** The format's own limits: https://uniswap.org/tokenlist.schema.json */
const tokenLimit = 10_000

/** The chain ids under which token lists name Solana's networks, and the CAIP-2 ids of these networks. */
const solanaNetworks: ReadonlyMap<number, string> = new Map([
  [101, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  [102, 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  [103, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
])

export const networkOfToken = ({ chainId }: ListedToken): string => solanaNetworks.get(chainId) ?? `eip155:${chainId}`

const text = (limit: number) =>
  v.pipe(
    v.string(),
    v.transform((raw) => cleanText(raw)),
    v.nonEmpty('must not be empty'),
    v.maxLength(limit, `must be at most ${limit} characters`),
  )

const token = v.pipe(
  v.object({
    chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    address: v.string(),
    name: text(60),
    symbol: text(20),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
    logoURI: v.optional(v.unknown()),
  }),
  v.check(({ chainId, address }) => isTokenAddress(chainId, address), 'has an address that its network does not have'),
  v.transform(
    ({ logoURI, ...row }): ListedToken => ({
      ...row,
      address: solanaNetworks.has(row.chainId) ? row.address : getAddress(row.address),
      ...(typeof logoURI === 'string' && { logoURI }),
    }),
  ),
)

/** Upper and lower case letters of an EVM address are a checksum (ERC-55), which must be right. */
const isTokenAddress = (chainId: number, address: string): boolean =>
  solanaNetworks.has(chainId) ? /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) : isAddress(address)

const tokenList = v.object({
  name: v.string(),
  tokens: v.pipe(v.array(token), v.maxLength(tokenLimit, `must be at most ${tokenLimit} tokens`)),
})

/** Reads a token list. Throws an error that names the first row that is not valid. */
export const parseTokenList = (json: string, source: string): ListedToken[] => {
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch (cause) {
    throw new Error(`${source} is not JSON`, { cause })
  }
  const read = v.safeParse(tokenList, content)
  if (read.success) return read.output.tokens
  const [issue] = read.issues
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  throw new Error(`${source}: ${path.slice(1)} ${issue.message}`)
}
