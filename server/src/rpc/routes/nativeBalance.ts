import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { Hono } from 'hono'
import type { Admission } from '../../http/admission.ts'
import type { Headers } from '../../http/headers.ts'
import type { Parts } from '../../http/parts.ts'
import { replyJson } from '../../http/replies.ts'
import { createBalances } from '../balance/balances.ts'
import { readers } from '../balance/readers.ts'

const path = '/v1/account/:account/native-balance'

/** The native balance of an account in any namespace, so that no visitor's browser asks a stranger's node for it. */
export const nativeBalanceRoutes = (frame: Hono, { now }: Parts, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('never')
  const balanceOf = createBalances(now)

  frame.get(path, async (context) => {
    const admitted = admission.admit(context, 'data')
    if (admitted instanceof Response) return admitted
    const { project, cors, fail } = admitted
    const account = readAccount(context.req.param('account'))
    if (!account) return fail(400, 'address', 'Account is not a CAIP-10 id')
    const served = project.served.get(account.caipNetworkId)
    if (!served) return fail(400, 'chainId', 'Chain is not supported')
    const isForced = context.req.query('forceUpdate') === 'true'
    return replyJson({ ...base, ...cors }, await balanceOf(served, account.address, isForced))
  })
  frame.options(path, (context) => admission.preflight(context, 'GET'))
}

/** The shape alone keeps an address from being anything but one part of a path. */
const readAccount = (value: string): { caipNetworkId: string; address: string } | null => {
  try {
    const { chainNamespace, chainId, address } = parseCaipAddress(value)
    if (!namespaces[chainNamespace].address.test(address)) return null
    if (readers[chainNamespace].isAddress?.(address) === false) return null
    return { caipNetworkId: `${chainNamespace}:${chainId}`, address }
  } catch {
    // Whoever asks hears what is wrong with it.
    return null
  }
}
