import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { foldName } from '@appkit-frame/loader/protocol/messages/tokenNames.ts'
import * as v from 'valibot'
import type { ServerClient } from './serverClient.ts'

/** `icon`: a path of the wallet's own origin. */
export type ListedToken = { address: string; name: string; symbol: string; decimals: number; icon?: string }
export type TokenList = {
  all: readonly ListedToken[]
  find(address: string): ListedToken | undefined
  /** Finds a token that has this name or symbol. */
  findByName(name: string): ListedToken | undefined
}
/** Reads the tokens of a network that the operator's lists name. Without an answer the wallet knows no token. */
export type TokenLists = { read(chainId: CaipNetworkId): Promise<TokenList> }

const freshMs = 10 * 60_000

const text = v.pipe(
  v.string(),
  v.maxLength(200),
  v.transform((raw) => cleanText(raw)),
)
const answer = v.object({
  tokens: v.pipe(
    v.array(
      v.object({
        address: v.pipe(v.string(), v.maxLength(64)),
        name: text,
        symbol: text,
        decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
        logoURI: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\/logos\/[0-9a-f]{32}$/))), undefined),
      }),
    ),
    v.maxLength(100_000),
  ),
})

export const createTokenList = (tokens: readonly ListedToken[]): TokenList => {
  const byAddress = new Map(tokens.map((token) => [foldAddress(token.address), token]))
  const byName = new Map(tokens.flatMap((token) => [token.name, token.symbol].map((name) => [foldName(name), token])))
  byName.delete('')
  return {
    all: tokens,
    find: (address) => byAddress.get(foldAddress(address)),
    findByName: (name) => byName.get(foldName(name)),
  }
}

/** Upper and lower case of an EVM address are only its checksum. Elsewhere they are part of the address. */
const foldAddress = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)

export const createTokenLists = (server: ServerClient, now: () => number = Date.now): TokenLists => {
  const kept = new Map<CaipNetworkId, { readAt: number; list: Promise<TokenList> }>()
  const ask = async (chainId: CaipNetworkId): Promise<TokenList> => {
    const path = `tokens?chainId=${encodeURIComponent(chainId)}`
    try {
      const { tokens } = v.parse(answer, await server({ method: 'GET', path }))
      return createTokenList(tokens.map(({ logoURI: icon, ...token }) => ({ ...token, ...(icon && { icon }) })))
    } catch {
      // The card then shows every token by its address. The next card asks again.
      kept.delete(chainId)
      return createTokenList([])
    }
  }
  return {
    read: (chainId) => {
      const known = kept.get(chainId)
      if (known && now() - known.readAt < freshMs) return known.list
      const list = ask(chainId)
      kept.set(chainId, { readAt: now(), list })
      return list
    },
  }
}
