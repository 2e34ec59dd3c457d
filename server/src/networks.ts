import type { CaipNetworkId } from 'loader/protocol/frameApi.ts'
import type { ChainNamespace } from 'loader/protocol/namespaces.ts'
import type { Network } from 'loader/protocol/serverApi.ts'
import type { NetworkConfig, ProjectConfig } from './configSchema.ts'
import { defaultNetworks } from './defaultNetworks.ts'
import { knownNetworks } from './knownNetworks.ts'

/** A network of a project, and where its requests go. The addresses may hold keys: they never leave the server. */
export type ServedNetwork = { network: Network; upstreamUrls: string[] }
type Entry = { path: (string | number)[]; caipNetworkId: CaipNetworkId; config: NetworkConfig | undefined }

const known = knownNetworks()

export const serveNetworks = (
  project: Pick<ProjectConfig, 'networks'>,
  imageIds: Readonly<Record<string, string>>,
): Map<CaipNetworkId, ServedNetwork> => {
  const served = new Map<CaipNetworkId, ServedNetwork>()
  for (const { caipNetworkId, config } of listEntries(project.networks)) {
    const network = {
      ...describe(caipNetworkId, config),
      imageId: imageIds[caipNetworkId] ?? ownImageId(caipNetworkId),
    }
    served.set(caipNetworkId, { network, upstreamUrls: config?.privateRpcUrls ?? network.rpcUrls })
  }
  return served
}

/** A network without a picture has a drawn one, under an id that tells it. */
export const ownImageId = (caipNetworkId: CaipNetworkId): string => caipNetworkId.replace(':', '-')

export const findNetworkProblems = (
  project: Pick<ProjectConfig, 'networks' | 'defaultNetwork'>,
): { path: (string | number)[]; message: string }[] => {
  const entries = listEntries(project.networks)
  const problems = entries.flatMap(({ path, caipNetworkId, config }) => {
    if (known.has(caipNetworkId)) return []
    const missing = (['name', 'nativeCurrency', 'rpcUrls'] as const).filter((field) => config?.[field] === undefined)
    if (missing.length === 0) return []
    return [
      { path, message: `${caipNetworkId} is not a network that the server knows; give its ${missing.join(', ')}` },
    ]
  })
  const { defaultNetwork } = project
  if (defaultNetwork && !entries.some(({ caipNetworkId }) => caipNetworkId === defaultNetwork))
    problems.push({ path: ['defaultNetwork'], message: `${defaultNetwork} is not in the project's networks` })
  return problems
}

/** `default` stands for the whole default list; what is named beside it keeps its own place and settings. */
const listEntries = (networks: ProjectConfig['networks']): Entry[] => {
  const named = new Set(networks.map((entry) => (typeof entry === 'string' ? entry : entry.id)))
  return networks.flatMap((entry, index): Entry[] => {
    const path = ['networks', index]
    if (entry === 'default') {
      const others = defaultNetworks.filter((caipNetworkId) => !named.has(caipNetworkId))
      return others.map((caipNetworkId) => ({ path, caipNetworkId, config: undefined }))
    }
    if (typeof entry === 'string') return [{ path, caipNetworkId: entry, config: undefined }]
    return [{ path, caipNetworkId: entry.id, config: entry }]
  })
}

const describe = (caipNetworkId: CaipNetworkId, config: NetworkConfig | undefined): Network => {
  const base = known.get(caipNetworkId)
  const { id: _, privateRpcUrls: __, ...own } = config ?? { id: caipNetworkId }
  if (base) return { ...base, ...own }
  const { name, nativeCurrency, rpcUrls, ...rest } = own
  if (!name || !nativeCurrency || !rpcUrls) throw new Error(`${caipNetworkId} is not described`)
  const [chainNamespace, id = ''] = caipNetworkId.split(':') as [ChainNamespace, string]
  return { caipNetworkId, chainNamespace, id, name, nativeCurrency, rpcUrls, ...rest }
}
