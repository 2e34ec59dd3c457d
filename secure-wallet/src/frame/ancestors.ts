import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'

type NestedWindow = { readonly parent: NestedWindow }
/** The properties of `window` that the check of the ancestors reads. */
export type AncestorWindow = {
  readonly self: NestedWindow
  readonly top: NestedWindow | null
  readonly location: {
    readonly origin: string
    readonly ancestorOrigins?: { readonly length: number; item(index: number): string | null }
  }
}

/** The page that embeds the modal's frame, and what is around that page. */
export type HostPage = {
  origin: string
  /** The host page is itself in the frame of an allowed ancestor. */
  isFramed: boolean
  /** Origin of the top window: the host page, or the outermost ancestor. */
  topOrigin: string
}

/**
 * Finds the host page. The ancestors must be exactly the modal's frame, one allowed host, and around the host only
 * allowed ancestors of the project (SECURITY-MODEL.md 3.2). The header `frame-ancestors` cannot express their order:
 * with the header alone, an allowed page could embed this frame directly, and an ancestor could pose as the host page.
 * A missing, hidden or opaque ancestor is refused.
 */
export const findHostPage = (
  scope: AncestorWindow,
  {
    frameOrigin,
    allowedOrigins,
    allowedAncestors,
  }: Pick<SecureBootstrap, 'frameOrigin' | 'allowedOrigins' | 'allowedAncestors'>,
): HostPage => {
  const { origin, ancestorOrigins } = scope.location
  // Firefox before 148 lists no ancestors. The site is not at fault then, and only a newer browser helps.
  if (!ancestorOrigins) throw new AppError(walletErrors.BROWSER_TOO_OLD)
  const [frame, host, ...outer] = readAncestors(scope)
  if (frame !== frameOrigin || host === undefined) throw new AppError(commonErrors.UNVERIFIED_DOMAIN)

  const isOurs = (each: string): boolean => each === origin || each === frameOrigin
  const isAncestor = (each: string): boolean =>
    allowedAncestors.includes(each) && !isOurs(each) && !allowsOrigin(allowedOrigins, each)
  if (!outer.every(isAncestor)) throw new AppError(commonErrors.UNVERIFIED_DOMAIN)

  // Refuse a host page on one of our own origins, because it could remove the sandbox of the modal's frame.
  if (!host || isOurs(host) || origin === frameOrigin || !allowsOrigin(allowedOrigins, host))
    throw new AppError(commonErrors.ORIGIN_NOT_ALLOWED, { values: { origin: host || 'unknown' } })
  return { origin: host, isFramed: outer.length > 0, topOrigin: outer.at(-1) ?? host }
}

/** The origins from the parent outwards. Empty if the browser lists none, or not as many as there are windows. */
const readAncestors = ({ self, top, location: { ancestorOrigins } }: AncestorWindow): string[] => {
  const origins = Array.from({ length: ancestorOrigins?.length ?? 0 }, (_, at) => ancestorOrigins?.item(at) ?? '')
  let window = self
  for (const _ of origins) {
    if (window === top) return []
    window = window.parent
  }
  return window === top ? origins : []
}
