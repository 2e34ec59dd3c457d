import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { defaultTokenAdaptors, type TokenAdaptorName, tokenAdaptorNamespaces } from './adaptors.ts'
import { chainRules } from './chainRules.ts'
import type { NetworkConfig, ProjectConfig } from './configSchema.ts'
import { defaultNetworks } from './defaultNetworks.ts'
import { knownNetworks } from './knownNetworks.ts'
import type { DescribedNetwork } from './networksBeyondViem.ts'

/** A network of a project, the public URLs that visitors may see, and the URLs that only the server uses. */
export type ServedNetwork = {
  network: Network
  endpoints: NetworkEndpoints
  /** The URLs that the server itself uses. They may hold keys, so they never leave the server. */
  upstreamUrls: string[]
  restUpstreamUrls: string[]
  /** The address of Multicall3 on an EVM network. */
  multicallAddress: string
  /** The adaptors that read token balances, in order. The first that can answer does. */
  tokenAdaptors: readonly TokenAdaptorName[]
  /** How many blocks of transfer logs the server searches for unlisted tokens. */
  logBlocks: number
}
/** A week of Ethereum, or some hours of a chain with short blocks. */
const usualLogBlocks = 50_000
type Entry = { path: (string | number)[]; caipNetworkId: CaipNetworkId; config: NetworkConfig | undefined }

const known = knownNetworks()
/** The address of Multicall3 on most networks. The address follows from the contract's deployment transaction. */
const usualMulticallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'

export const makeServedNetworks = (
  project: Pick<ProjectConfig, 'networks'>,
  imageIds: Readonly<Record<string, string>>,
): Map<CaipNetworkId, ServedNetwork> => {
  const served = new Map<CaipNetworkId, ServedNetwork>()
  for (const { caipNetworkId, config } of listEntries(project.networks)) {
    const described = describe(caipNetworkId, config)
    const { rpcUrls = [], restUrls = [], coinType, multicallAddress = usualMulticallAddress, ...network } = described
    served.set(caipNetworkId, {
      network: { ...network, imageId: imageIds[caipNetworkId] ?? derivedImageId(caipNetworkId) },
      endpoints: { rpcUrls, restUrls, ...(coinType !== undefined && { coinType }) },
      upstreamUrls: config?.privateRpcUrls ?? rpcUrls,
      restUpstreamUrls: config?.privateRestUrls ?? restUrls,
      multicallAddress,
      tokenAdaptors: config?.adaptors?.tokens ?? defaultTokenAdaptors[network.chainNamespace],
      logBlocks: config?.logBlocks ?? usualLogBlocks,
    })
  }
  return served
}

/** The image id of a network without an image. The server draws a letter icon for this id. */
export const derivedImageId = (caipNetworkId: CaipNetworkId): string => caipNetworkId.replace(':', '-')

export const findNetworkProblems = (project: Pick<ProjectConfig, 'networks' | 'defaultNetwork'>): Problem[] => {
  const entries = listEntries(project.networks)
  const problems = entries.flatMap((entry) => [...findMissing(entry), ...findUnfit(entry)])
  const { defaultNetwork } = project
  if (defaultNetwork && !entries.some(({ caipNetworkId }) => caipNetworkId === defaultNetwork))
    problems.push({ path: ['defaultNetwork'], message: `${defaultNetwork} is not in the project's networks` })
  return problems
}

type Problem = { path: (string | number)[]; message: string }

const ruleOf = (caipNetworkId: CaipNetworkId) =>
  chainRules[parseCaipNetworkId(caipNetworkId).chainNamespace as ChainNamespace]

const findMissing = ({ path, caipNetworkId, config }: Entry): Problem[] => {
  const base = known.get(caipNetworkId)
  const { required, needsDenom } = ruleOf(caipNetworkId)
  const missing: string[] = base ? [] : required.filter((field) => config?.[field] === undefined)
  // A configured currency replaces all fields of the known one.
  const currency = config?.nativeCurrency
  if (needsDenom && currency && currency.denom === undefined) missing.push('nativeCurrency.denom')
  if (missing.length === 0) return []
  const fields = missing.join(', ')
  const message = base
    ? `${caipNetworkId} also needs its ${fields}`
    : `${caipNetworkId} is not a network that the server knows; give its ${fields}`
  return [{ path, message }]
}

const findUnfit = ({ path, caipNetworkId, config }: Entry): Problem[] => {
  const { addressPrefix: shape, needsDenom } = ruleOf(caipNetworkId)
  const { addressPrefix, nativeCurrency, coinType, adaptors } = config ?? {}
  const problems: Problem[] = []
  if (addressPrefix !== undefined && !shape?.test(addressPrefix))
    problems.push({ path: [...path, 'addressPrefix'], message: 'is not how addresses of this network begin' })
  if (nativeCurrency?.denom !== undefined && !needsDenom)
    problems.push({ path: [...path, 'nativeCurrency', 'denom'], message: 'is for cosmos networks alone' })
  if (coinType !== undefined && !needsDenom)
    problems.push({ path: [...path, 'coinType'], message: 'is for cosmos networks alone' })
  const { chainNamespace } = parseCaipNetworkId(caipNetworkId)
  for (const [index, name] of (adaptors?.tokens ?? []).entries())
    if (tokenAdaptorNamespaces[name] !== chainNamespace)
      problems.push({
        path: [...path, 'adaptors', 'tokens', index],
        message: `is for ${tokenAdaptorNamespaces[name]} networks alone`,
      })
  return problems
}

/**
 * Expands `default` to the default networks. A default network that the project also lists keeps its position and
 * settings.
 */
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

const describe = (caipNetworkId: CaipNetworkId, config: NetworkConfig | undefined): DescribedNetwork => {
  const base = known.get(caipNetworkId)
  const {
    id: _,
    privateRpcUrls: __,
    privateRestUrls: ___,
    adaptors: ____,
    logBlocks: _____,
    ...own
  } = config ?? { id: caipNetworkId }
  if (base) return { ...base, ...own }
  const { name, nativeCurrency, ...rest } = own
  if (!name || !nativeCurrency) throw new Error(`${caipNetworkId} is not described`)
  const [chainNamespace, id = ''] = caipNetworkId.split(':') as [ChainNamespace, string]
  return { caipNetworkId, chainNamespace, id, name, nativeCurrency, ...rest }
}
