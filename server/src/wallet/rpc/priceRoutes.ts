import type { AssetPrice } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import { requireProject } from '../../config/projects.ts'
import { currencies } from '../../data/prices/priceAdaptor.ts'
import { foldAddress } from '../../rpc/balance/account.ts'
import { answerWithinMs } from '../../rpc/upstreams/upstreams.ts'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'

/** The currency that every source of prices has. */
const fallback = 'usd'

const querySchema = v.object({
  chainId: v.pipe(v.string(), v.maxLength(64)),
  currency: v.optional(v.picklist(currencies), fallback),
  address: v.exactOptional(v.pipe(v.string(), v.maxLength(64))),
})

/**
 * Tells a card the price of a network's coin, or of a token that the project's lists name. Nothing else has a price. If
 * no source has the price in the asked currency, the answer is in US dollars and says so: nothing is converted.
 */
export const priceRoutes = ({ guards, projects, tokenLists, prices, now }: WalletParts): WalletRoute[] => [
  {
    method: 'GET',
    path: 'price',
    run: async ({ context }): Promise<AssetPrice> => {
      const { projectId } = await guards.requireProof(context)
      const { chainId, currency, address } = parseRequestValue(querySchema, context.req.query())
      const project = requireProject(projects, projectId)
      const network = project.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
      const wanted = address === undefined ? undefined : foldAddress(address)
      const listed = network && wanted !== undefined ? await tokenLists.find(project, chainId) : []
      const token = listed.find((each) => foldAddress(each.address) === wanted)
      const priced = address === undefined ? network?.nativeCurrency : token
      if (!priced) return { currency, price: null }
      const asset = { chainId, address: token?.address, decimals: priced.decimals }
      const end = now() + answerWithinMs
      for (const each of new Set([currency, fallback] as const)) {
        const [quote] = await prices(project.id, each, [asset], end)
        if (quote?.price !== undefined) return { currency: each, price: quote.price }
      }
      return { currency, price: null }
    },
  },
]
