import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { ServedNetwork } from '../../config/networks.ts'
import type { Project } from '../../config/projects.ts'
import type { ServerParts } from '../../http/parts.ts'
import type { PublicRoute } from '../../http/publicApi.ts'
import { type RateLimits, tooManyRequests } from '../../http/rateLimits.ts'
import { replyJson } from '../../http/replies.ts'
import { foldAddress, isAddressOf, parseAccount } from '../../rpc/balance/account.ts'
import type { NativeBalances } from '../../rpc/balance/nativeBalances.ts'
import { answerWithinMs } from '../../rpc/upstreams/upstreams.ts'
import { type NetworkBalances, writeBalances } from '../balances/accountBalances.ts'
import type { TokenBalances } from '../balances/tokenBalances.ts'
import { currencies, type PricedAsset } from '../prices/priceAdaptor.ts'
import type { Prices } from '../prices/prices.ts'

/** The part of the answer's time that is kept for prices, because they are read after the balances. */
const pricesWithinMs = 2_000

type Parts = Pick<ServerParts, 'settings' | 'now'> & {
  nativeBalances: NativeBalances
  tokenBalances: TokenBalances
  prices: Prices
  rateLimits: RateLimits
}

/** The route that reads the native currency and the tokens of an account. */
export const balanceRoutes = ({
  settings,
  now,
  nativeBalances,
  tokenBalances,
  prices,
  rateLimits,
}: Parts): PublicRoute[] => [
  {
    method: 'GET',
    path: '/v1/account/:account/balance',
    run: async ({ context, project, headers, fail }) => {
      const chainId = context.req.query('chainId')
      const asked = context.req.query('currency') ?? 'usd'
      const currency = currencies.find((known) => known === asked)
      if (!currency) return fail(400, 'currency', 'Currency is not supported')
      const account = readAccount(context.req.param('account') ?? '', chainId)
      if (!account) return fail(400, 'address', 'Account is not an address or a CAIP-10 id')
      const networks = findNetworks(project, account)
      if (networks.length === 0) return fail(400, 'chainId', 'Chain is not supported')
      // The public API's middleware has already taken one rate-limit token for this request.
      const cost = networks.length - 1
      const wait = cost > 0 ? rateLimits(context, 'data', project.id, cost) : 0
      if (wait > 0) return tooManyRequests(headers, wait)
      // Any value forces the read, because clients also send the addresses of tokens.
      const isForced = !['', 'false'].includes(context.req.query('forceUpdate') ?? '')
      const deadline = now() + answerWithinMs
      const balancesDeadline = deadline - (settings.data.prices.length > 0 ? pricesWithinMs : 0)
      const options = { isForced, deadline: balancesDeadline }
      const read = await Promise.all(
        networks.map(async (served): Promise<NetworkBalances> => {
          const [native, tokens] = await Promise.all([
            nativeBalances(project, served, account.address, options),
            tokenBalances(project, served, account.address, options),
          ])
          return { served, native, tokens }
        }),
      )
      const readPrices = (assets: PricedAsset[]) => prices(project.id, currency, assets, deadline)
      return replyJson(headers, await writeBalances(read, settings.frameOrigin, readPrices))
    },
  },
]

type Account = { caipNetworkId?: string; address: string }

/** Reads a CAIP-10 id, or an address whose network is `chainId`. Null if they contradict each other. */
const readAccount = (value: string, chainId: string | undefined): Account | null => {
  if (!value.includes(':')) {
    const isAddress = (Object.keys(namespaces) as ChainNamespace[]).some((namespace) => isAddressOf(namespace, value))
    return isAddress ? { address: foldAddress(value), ...(chainId && { caipNetworkId: chainId }) } : null
  }
  const account = parseAccount(value)
  return chainId && account?.caipNetworkId !== chainId ? null : account
}

const findNetworks = ({ served }: Project, { caipNetworkId, address }: Account): ServedNetwork[] =>
  [...served.values()].filter(
    ({ network }) =>
      (caipNetworkId === undefined || network.caipNetworkId === caipNetworkId) &&
      isAddressOf(network.chainNamespace, address) &&
      // Cosmos networks share one form of addresses, in which the prefix names the network.
      (network.chainNamespace !== 'cosmos' || address.startsWith(`${network.addressPrefix}1`)),
  )
