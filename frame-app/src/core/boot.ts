import type { Bootstrap, BootstrapBlock } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'

/** The parts of `window` from which `findHostOrigin` reads the ancestors of this frame. */
export type BootWindow = {
  readonly top: unknown
  readonly parent: unknown
  readonly location: {
    readonly origin: string
    readonly ancestorOrigins?: Iterable<string>
  }
}

/** Reads the project data that the server wrote into this document. */
export const readBootstrap = (document: Document): Bootstrap => {
  const text = document.getElementById('bootstrap')?.textContent
  if (!text) throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'no project data' } })
  // The bootstrap data is not validated, because it comes in the same response as this script.
  const block = JSON.parse(text) as BootstrapBlock
  const networks = block.networks.map((network) => {
    const [chainNamespace, id = ''] = network.caipNetworkId.split(':') as [ChainNamespace, string]
    return { ...network, chainNamespace, id }
  })
  return { ...block, networks }
}

/**
 * The origin of the host page, which must be this frame's parent and allowed by the project. Around the host page may be
 * only the project's allowed ancestors.
 */
export const findHostOrigin = (
  scope: BootWindow,
  { allowedOrigins, allowedAncestors = [], secureOrigin }: Bootstrap,
  /**
   * The origin of the parent as the browser stated it with the parent's answer to the hello. It stands for the
   * ancestors in a browser that lists none (Firefox before 148), so a host page in a frame is refused there.
   */
  parentOrigin?: string,
): string => {
  const { origin, ancestorOrigins = parentOrigin ? [parentOrigin] : [] } = scope.location
  const [host, ...outer] = ancestorOrigins
  if (!host || host === origin || secureOrigin === origin || !allowsOrigin(allowedOrigins, host))
    throw new AppError(commonErrors.ORIGIN_NOT_ALLOWED, { values: { origin: host ?? 'unknown', projectId: '' } })
  const isHostFramed = scope.parent !== scope.top
  // With this error the loader looks for the reason itself, and tells the visitor that its page is in a frame.
  if (isHostFramed !== outer.length > 0 || !outer.every((each) => allowedAncestors.includes(each)))
    throw new AppError(commonErrors.SERVER_UNREACHABLE)
  return host
}
