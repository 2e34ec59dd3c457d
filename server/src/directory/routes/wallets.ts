import type { WalletPage } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Hono } from 'hono'
import * as v from 'valibot'
import type { Admission } from '../../http/admission.ts'
import { type Encoded, encode } from '../../http/encodings.ts'
import type { Headers } from '../../http/headers.ts'
import type { Parts } from '../../http/parts.ts'
import { replyEncoded } from '../../http/replies.ts'
import { walletQuery } from '../walletSearch.ts'

const path = '/getWallets'
const quickBrotli = 5

export const walletRoutes = (frame: Hono, { listing }: Parts, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('config')
  // The listing says the same page with the same object, and forgets it when it is old.
  const kept = new WeakMap<WalletPage, Promise<Encoded>>()
  const encodePage = (page: WalletPage): Promise<Encoded> => {
    const found = kept.get(page)
    if (found) return found
    const encoded = encode(new TextEncoder().encode(JSON.stringify(page)), quickBrotli)
    kept.set(page, encoded)
    return encoded
  }
  frame.get(path, async (context) => {
    const admitted = admission.admit(context, 'data')
    if (admitted instanceof Response) return admitted
    const { badge, ...query } = context.req.query()
    const parsed = v.safeParse(walletQuery, badge === undefined ? query : { badge_type: badge, ...query })
    if (!parsed.success) {
      const [{ path: place, message }] = parsed.issues
      return admitted.fail(400, String(place?.[0]?.key ?? ''), `${commonErrors.INVALID_INPUT.short}: ${message}`)
    }
    const page = await listing.find(parsed.output)
    return replyEncoded(context, { ...base, ...admitted.cors }, await encodePage(page))
  })
  frame.options(path, (context) => admission.preflight(context, 'GET'))
}
