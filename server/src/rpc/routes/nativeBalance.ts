import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { PublicRoute } from '../../http/publicApi.ts'
import { replyJson } from '../../http/replies.ts'
import type { NativeBalances } from '../balance/nativeBalances.ts'
import { balanceReaders } from '../balance/readers.ts'

/** The route that reads the native balance of an account in any namespace, so that no browser asks a foreign node. */
export const nativeBalanceRoutes = (balanceOf: NativeBalances): PublicRoute[] => [
  {
    method: 'GET',
    path: '/v1/account/:account/native-balance',
    run: async ({ context, project, headers, fail }) => {
      const account = readAccount(context.req.param('account') ?? '')
      if (!account) return fail(400, 'address', 'Account is not a CAIP-10 id')
      const served = project.served.get(account.caipNetworkId)
      if (!served) return fail(400, 'chainId', 'Chain is not supported')
      const isForced = context.req.query('forceUpdate') === 'true'
      return replyJson(headers, await balanceOf(project, served, account.address, isForced))
    },
  },
]

/**
 * Parses a CAIP-10 account. Checks the pattern of the address too, so that the address can't add segments to a REST
 * path.
 */
const readAccount = (value: string): { caipNetworkId: string; address: string } | null => {
  try {
    const { chainNamespace, chainId, address } = parseCaipAddress(value)
    if (!namespaces[chainNamespace].address.test(address)) return null
    if (balanceReaders[chainNamespace].isAddress?.(address) === false) return null
    return { caipNetworkId: `${chainNamespace}:${chainId}`, address }
  } catch {
    // The text is no CAIP address, so the route answers 400.
    return null
  }
}
