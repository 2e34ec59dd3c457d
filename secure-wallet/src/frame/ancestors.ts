import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'

/** The properties of `window` that the check of the ancestors reads. */
export type AncestorWindow = {
  readonly self: unknown
  readonly parent: { readonly parent: unknown }
  readonly top: unknown
  readonly location: {
    readonly origin: string
    readonly ancestorOrigins?: { readonly length: number; item(index: number): string | null }
  }
}

/**
 * Returns the origin of the host page. The ancestors must be exactly the modal's frame and one allowed host
 * (SECURITY-MODEL.md 3.2). The header `frame-ancestors` cannot express their order: with the header alone, an allowed
 * page could embed this frame directly. A missing, hidden or opaque ancestor is refused.
 */
export const findHostOrigin = (
  scope: AncestorWindow,
  { frameOrigin, allowedOrigins }: Pick<SecureBootstrap, 'frameOrigin' | 'allowedOrigins'>,
): string => {
  const { origin, ancestorOrigins } = scope.location
  const isTwoDeep = scope.parent !== scope.self && scope.parent !== scope.top && scope.parent.parent === scope.top
  if (!isTwoDeep || ancestorOrigins?.length !== 2 || ancestorOrigins.item(0) !== frameOrigin)
    throw new AppError(commonErrors.UNVERIFIED_DOMAIN)

  const host = ancestorOrigins.item(1)
  // Refuse a host page on one of our own origins, because it could remove the sandbox of the modal's frame.
  if (!host || host === origin || host === frameOrigin || origin === frameOrigin || !allowsOrigin(allowedOrigins, host))
    throw new AppError(commonErrors.ORIGIN_NOT_ALLOWED, { values: { origin: host || 'unknown' } })
  return host
}
