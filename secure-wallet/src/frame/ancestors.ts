import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'

/** What of the window the check reads. */
export type AncestorScope = {
  readonly self: unknown
  readonly parent: { readonly parent: unknown }
  readonly top: unknown
  readonly location: {
    readonly origin: string
    readonly ancestorOrigins?: { readonly length: number; item(index: number): string | null }
  }
}

/**
 * The site that holds the modal that holds this frame. The ancestors must be exactly the modal's frame and one allowed
 * page: `frame-ancestors` lists both but can't say in which order, so a page could hold this frame directly. Where the
 * browser does not tell, or an ancestor is hidden or opaque, the answer is no.
 */
export const findHost = (
  scope: AncestorScope,
  { frameOrigin, allowedOrigins }: Pick<SecureBootstrap, 'frameOrigin' | 'allowedOrigins'>,
): string => {
  const { origin, ancestorOrigins } = scope.location
  const isTwoDeep = scope.parent !== scope.self && scope.parent !== scope.top && scope.parent.parent === scope.top
  if (!isTwoDeep || ancestorOrigins?.length !== 2 || ancestorOrigins.item(0) !== frameOrigin)
    throw new AppError(commonErrors.UNVERIFIED_DOMAIN)

  const host = ancestorOrigins.item(1)
  // One of our own origins as the host would make the sandbox of the frame inside it worthless.
  if (!host || host === origin || host === frameOrigin || origin === frameOrigin || !allowsOrigin(allowedOrigins, host))
    throw new AppError(commonErrors.ORIGIN_NOT_ALLOWED, { values: { origin: host || 'unknown' } })
  return host
}
