import type { PublicRoute } from '../../http/publicApi.ts'
import { replyJson } from '../../http/replies.ts'
import { parseAccount } from '../balance/account.ts'
import type { NativeBalances } from '../balance/nativeBalances.ts'
import { answerWithinMs } from '../upstreams/upstreams.ts'

/** The route that reads the native balance of an account in any namespace, so that no browser asks a foreign node. */
export const nativeBalanceRoutes = (balanceOf: NativeBalances, now: () => number): PublicRoute[] => [
  {
    method: 'GET',
    path: '/v1/account/:account/native-balance',
    run: async ({ context, project, headers, fail }) => {
      const account = parseAccount(context.req.param('account') ?? '')
      if (!account) return fail(400, 'address', 'Account is not a CAIP-10 id')
      const served = project.served.get(account.caipNetworkId)
      if (!served) return fail(400, 'chainId', 'Chain is not supported')
      const isForced = context.req.query('forceUpdate') === 'true'
      const read = { isForced, deadline: now() + answerWithinMs }
      return replyJson(headers, await balanceOf(project, served, account.address, read))
    },
  },
]
