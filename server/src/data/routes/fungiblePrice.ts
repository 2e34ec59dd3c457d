import type { FungiblePrice, FungiblePricesResponse } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ListedToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import type { Project } from '../../config/projects.ts'
import type { ServerParts } from '../../http/parts.ts'
import type { PublicRoute } from '../../http/publicApi.ts'
import { replyJson } from '../../http/replies.ts'
import { foldAddress, parseAccount } from '../../rpc/balance/account.ts'
import { answerWithinMs } from '../../rpc/upstreams/upstreams.ts'
import { currencies, type PricedAsset } from '../prices/priceAdaptor.ts'
import type { Prices } from '../prices/prices.ts'

const addressLimit = 100
const body = v.object({
  currency: v.optional(v.picklist(currencies), 'usd'),
  addresses: v.pipe(v.array(v.pipe(v.string(), v.maxLength(256))), v.minLength(1), v.maxLength(addressLimit)),
})
/** The addresses that stand for the currency of a network. */
const nativeAddresses: ReadonlySet<string> = new Set([`0x${'e'.repeat(40)}`, `So${'1'.repeat(41)}`])

type Parts = Pick<ServerParts, 'tokenLists' | 'settings' | 'now'> & { prices: Prices }
type Fungible = { asset: PricedAsset; described: Omit<FungiblePrice, 'price'> }

/** Finds listed tokens by their addresses. Reads the lists of each network once. */
const createTokenFinder = (tokenLists: ServerParts['tokenLists'], project: Project) => {
  const networks = new Map<string, Promise<Map<string, ListedToken>>>()
  const readLists = async (chainId: string) =>
    new Map((await tokenLists.find(project, chainId)).map((token) => [foldAddress(token.address), token]))
  return async (chainId: string, address: string): Promise<ListedToken | undefined> => {
    const tokens = networks.get(chainId) ?? readLists(chainId)
    networks.set(chainId, tokens)
    return (await tokens).get(address)
  }
}

/** The route that reads the prices of currencies and listed tokens. */
export const fungiblePriceRoutes = ({ tokenLists, settings, now, prices }: Parts): PublicRoute[] => {
  const describe = async (
    project: Project,
    findToken: ReturnType<typeof createTokenFinder>,
    id: string,
  ): Promise<Fungible | undefined> => {
    const account = parseAccount(id)
    const network = project.networks.find(({ caipNetworkId }) => caipNetworkId === account?.caipNetworkId)
    if (!account || !network) return undefined
    const isNative = nativeAddresses.has(account.address)
    const token = isNative ? undefined : await findToken(network.caipNetworkId, account.address)
    const named = isNative ? network.nativeCurrency : token
    if (!named) return undefined
    const { name, symbol, decimals } = named
    const iconUrl = `${settings.frameOrigin}/public/getTokenImage/${encodeURIComponent(symbol)}`
    return {
      asset: { chainId: network.caipNetworkId, address: token?.address, decimals },
      described: { address: id, name, symbol, decimals, iconUrl },
    }
  }

  return [
    {
      method: 'POST',
      path: '/v1/fungible/price',
      maxBytes: 32 * 1_024,
      run: async ({ project, headers, text, fail }) => {
        const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), body), text)
        if (!parsed.success) {
          const field = parsed.issues[0].path?.[0]?.key === 'currency' ? 'currency' : 'address'
          return fail(400, field, 'The request is not valid')
        }
        const { currency, addresses } = parsed.output
        const deadline = now() + answerWithinMs
        const findToken = createTokenFinder(tokenLists, project)
        const described = await Promise.all(addresses.map((id) => describe(project, findToken, id)))
        const found = described.filter((one) => one !== undefined)
        const quotes = await prices(
          project.id,
          currency,
          found.map(({ asset }) => asset),
          deadline,
        )
        const fungibles = found.flatMap(({ described }, index): FungiblePrice[] => {
          const price = quotes[index]?.price
          return price === undefined ? [] : [{ ...described, price }]
        })
        const missing = found.flatMap(({ described: { address } }, index) => {
          const failure = quotes[index]?.failure
          return failure ? [{ address, ...failure }] : []
        })
        return replyJson(headers, { fungibles, missing } satisfies FungiblePricesResponse)
      },
    },
  ]
}
