import type { DirectoryPage } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { type EncodedBody, encodeBody } from '../../http/encodings.ts'
import type { ServerParts } from '../../http/parts.ts'
import type { PublicRoute } from '../../http/publicApi.ts'
import { replyEncoded } from '../../http/replies.ts'
import { walletQuerySchema } from '../walletSearch.ts'

/** The compression quality is low, because the visitor waits while the server compresses a page. */
const brotliQuality = 5

export const walletRoutes = ({ listing }: ServerParts): PublicRoute[] => {
  // The listing returns the same page object until the page changes, so this object can be the cache key.
  const encodedPages = new WeakMap<DirectoryPage, Promise<EncodedBody>>()
  const encodePage = (page: DirectoryPage): Promise<EncodedBody> => {
    const cached = encodedPages.get(page)
    if (cached) return cached
    const encoded = encodeBody(new TextEncoder().encode(JSON.stringify(page)), brotliQuality)
    encodedPages.set(page, encoded)
    return encoded
  }
  return [
    {
      method: 'GET',
      path: '/getWallets',
      rateClass: 'list',
      cache: 'config',
      run: async ({ context, headers, fail }) => {
        const { badge, ...query } = context.req.query()
        const parsed = v.safeParse(walletQuerySchema, badge === undefined ? query : { badge_type: badge, ...query })
        if (!parsed.success) {
          const [{ path, message }] = parsed.issues
          return fail(400, String(path?.[0]?.key ?? ''), `${commonErrors.INVALID_INPUT.short}: ${message}`)
        }
        const page = await listing.find(parsed.output)
        return replyEncoded(context, headers, await encodePage(page))
      },
    },
  ]
}
