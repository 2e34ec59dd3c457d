import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Project } from '../config/projects.ts'
import { createNetworkNodes, type NetworkNodes } from './nodes.ts'
import type { ProjectNodes } from './projectNodes.ts'
import { isNamespaceProxied } from './proxyPolicy.ts'

/**
 * Makes the nodes for the secure frame: the nodes of the public proxy with their rankings, and the nodes of networks
 * that only the secure frame may use.
 */
export const createSecureFrameNodes = (
  projects: readonly Project[],
  proxied: ProjectNodes,
  now: () => number,
): ProjectNodes => {
  const shared = new Map<string, NetworkNodes>()
  return new Map(
    projects.map((project) => {
      const own = new Map<CaipNetworkId, NetworkNodes>(proxied.get(project))
      for (const [caipNetworkId, { network, upstreamUrls }] of project.served) {
        const { chainNamespace } = network
        if (own.has(caipNetworkId) || !isNamespaceProxied('secure', chainNamespace) || upstreamUrls.length === 0)
          continue
        const key = upstreamUrls.join(' ')
        const nodes = shared.get(key) ?? createNetworkNodes(upstreamUrls, now)
        shared.set(key, nodes)
        own.set(caipNetworkId, nodes)
      }
      return [project, own]
    }),
  )
}
