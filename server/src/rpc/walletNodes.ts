import type { CaipNetworkId } from '@appkit-frame/loader/protocol/frameApi.ts'
import type { Project } from '../projects.ts'
import { createNodes, type Nodes } from './nodes.ts'
import type { ProjectNodes } from './projectNodes.ts'

/** The networks that the embedded wallet speaks: those of the public proxy, and Solana. */
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
        if (network.chainNamespace !== 'solana' || upstreamUrls.length === 0) continue
        const key = upstreamUrls.join(' ')
        const nodes = shared.get(key) ?? createNodes(upstreamUrls, now)
        shared.set(key, nodes)
        own.set(caipNetworkId, nodes)
      }
      return [project, own]
    }),
  )
}
