import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Project } from '../config/projects.ts'
import { createNetworkNodes, type NetworkNodes } from './nodes.ts'
import { isNamespaceProxied } from './proxyPolicy.ts'

export type ProjectNodes = ReadonlyMap<Project, ReadonlyMap<CaipNetworkId, NetworkNodes>>

/**
 * Makes the nodes of every project's networks for the public proxy. Networks with the same URLs share their nodes and
 * the ranking of these nodes.
 */
export const createProjectNodes = (projects: readonly Project[], now: () => number): ProjectNodes => {
  const shared = new Map<string, NetworkNodes>()
  return new Map(
    projects.map((project) => {
      const own = new Map<CaipNetworkId, NetworkNodes>()
      for (const [caipNetworkId, { network, upstreamUrls }] of project.served) {
        if (!isNamespaceProxied('public', network.chainNamespace) || upstreamUrls.length === 0) continue
        const key = upstreamUrls.join(' ')
        const nodes = shared.get(key) ?? createNetworkNodes(upstreamUrls, now)
        shared.set(key, nodes)
        own.set(caipNetworkId, nodes)
      }
      return [project, own]
    }),
  )
}
