import type { Hono } from 'hono'
import type { DirectoryWallet } from 'loader/protocol/serverApi.ts'
import * as v from 'valibot'
import type { Admission } from '../admission.ts'
import { type Body, type Encoded, encode } from '../encodings.ts'
import type { Headers } from '../headers.ts'
import type { Parts } from '../parts.ts'
import { createRecent } from '../recent.ts'
import { replyEncoded } from '../replies.ts'
import { searchWallets, type WalletQuery, walletQuery } from '../walletSearch.ts'

const path = '/getWallets'
const keptPages = 256
const quickBrotli = 5

export const walletRoutes = (frame: Hono, { directory }: Parts, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('config')
  const kept = createRecent<Promise<Encoded>>(keptPages)
  frame.get(path, async (context) => {
    const admitted = admission.admit(context, 'data')
    if (admitted instanceof Response) return admitted
    const { badge, ...query } = context.req.query()
    const parsed = v.safeParse(walletQuery, badge === undefined ? query : { badge_type: badge, ...query })
    if (!parsed.success) {
      const [{ path: place, message }] = parsed.issues
      return admitted.fail(400, String(place?.[0]?.key ?? ''), message)
    }
    const key = JSON.stringify(parsed.output)
    const page = kept.get(key) ?? encode(pageBytes(directory.wallets, parsed.output), quickBrotli)
    kept.set(key, page)
    return replyEncoded(context, { ...base, ...admitted.cors }, await page)
  })
  frame.options(path, (context) => admission.preflight(context, 'GET'))
}

const pageBytes = (wallets: readonly DirectoryWallet[], query: WalletQuery): Body =>
  new TextEncoder().encode(JSON.stringify(searchWallets(wallets, query)))
