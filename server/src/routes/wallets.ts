import type { Hono } from 'hono'
import * as v from 'valibot'
import type { Admission } from '../admission.ts'
import type { Headers } from '../headers.ts'
import type { Parts } from '../parts.ts'
import { replyJson } from '../replies.ts'
import { searchWallets, walletQuery } from '../walletSearch.ts'

const path = '/getWallets'

export const walletRoutes = (frame: Hono, { directory }: Parts, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('config')
  frame.get(path, (context) => {
    const admitted = admission.admit(context, 'data')
    if (admitted instanceof Response) return admitted
    const { badge, ...query } = context.req.query()
    const parsed = v.safeParse(walletQuery, badge === undefined ? query : { badge_type: badge, ...query })
    if (!parsed.success) {
      const [{ path: place, message }] = parsed.issues
      return admitted.fail(400, String(place?.[0]?.key ?? ''), message)
    }
    return replyJson({ ...base, ...admitted.cors }, searchWallets(directory.wallets, parsed.output))
  })
  frame.options(path, (context) => admission.preflight(context, 'GET'))
}
