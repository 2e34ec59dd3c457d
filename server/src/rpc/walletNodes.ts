import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Project } from '../config/projects.ts'
import { createNodes, type Nodes } from './nodes.ts'
import type { ProjectNodes } from './projectNodes.ts'
import { isNamespaceProxied } from './proxyPolicy.ts'

/**
 * Makes the nodes for the secure frame: the nodes of the public proxy with their rankings, and nodes of networks that
 * only the secure frame may use.
 */
export const createWalletNodes = (
  projects: readonly Project[],
  proxied: ProjectNodes,
  now: () => number,
): ProjectNodes => {
  const shared = new Map<string, Nodes>()
  return new Map(
    projects.map((project) => {
      const own = new Map<CaipNetworkId, Nodes>(proxied.get(project))
      for (const [caipNetworkId, { network, upstreamUrls }] of project.served) {
        const { chainNamespace } = network
        if (own.has(caipNetworkId) || !isNamespaceProxied('secure', chainNamespace) || upstreamUrls.length === 0)
          continue
        const key = upstreamUrls.join(' ')
        const nodes = shared.get(key) ?? createNodes(upstreamUrls, now)
        shared.set(key, nodes)
        own.set(caipNetworkId, nodes)
      }
      return [project, own]
    }),
  )
}
