import { createHash } from 'node:crypto'
import type { CaipNetworkId, CustomWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type {
  Network,
  ProjectOptions,
  ProjectTheme,
  WalletConnectSettings,
} from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { allowsOrigin, parseOriginPattern } from '@appkit-frame/loader/protocol/origins/origins.ts'
import type { ProjectConfig } from './configSchema.ts'
import { type ServedNetwork, serveNetworks } from './networks.ts'

export type Project = {
  id: string
  name: string
  allowedOrigins: string[]
  trustedOrigins: string[]
  /** Whether visitors may log in by e-mail. */
  email: boolean
  /** In the order of the network list. */
  networks: Network[]
  served: Map<CaipNetworkId, ServedNetwork>
  defaultNetwork: CaipNetworkId
  options: ProjectOptions
  /** Image URLs of the project's own wallets, by wallet id. */
  iconUrls: ReadonlyMap<string, string>
  theme: ProjectTheme
  walletConnect?: WalletConnectSettings
  analytics: boolean
}

export const createProject = (config: ProjectConfig, imageIds: Readonly<Record<string, string>>): Project => {
  const { id, name, allowedOrigins, trustedOrigins, wallets, features, links, theme, walletConnect, analytics } = config
  const served = serveNetworks(config, imageIds)
  const networks = [...served.values()].map(({ network }) => network)
  const defaultNetwork = config.defaultNetwork ?? networks[0]?.caipNetworkId
  if (!defaultNetwork) throw new Error(`Project ${id} has no network.`)
  return {
    id,
    name,
    allowedOrigins,
    trustedOrigins,
    email: features.email,
    networks,
    served,
    defaultNetwork,
    options: {
      connectorTypeOrder: wallets.order,
      featuredWalletIds: wallets.featured,
      includeWalletIds: wallets.include,
      excludeWalletIds: wallets.exclude,
      customWallets: wallets.custom.map((wallet) => withServedIcon(id, wallet)),
      ...(links.terms && { termsUrl: links.terms }),
      ...(links.privacy && { privacyUrl: links.privacy }),
      legalCheckbox: links.checkbox,
      walletGuide: features.walletGuide,
      enableNetworkSwitch: features.networkSwitch,
      unsupportedChain: features.unsupportedChain,
      signIn: features.signIn,
      debug: features.debug,
    },
    iconUrls: new Map(wallets.custom.flatMap(({ id, imageUrl }) => (isElsewhere(imageUrl) ? [[id, imageUrl]] : []))),
    theme,
    ...(walletConnect && { walletConnect }),
    analytics,
  }
}

/** The modal only loads images of its server, so the server fetches and redraws the others. */
const withServedIcon = (projectId: string, wallet: CustomWallet): CustomWallet => {
  if (!isElsewhere(wallet.imageUrl)) return wallet
  // Browsers cache an image for a day, so a new URL gets a new id.
  const version = createHash('sha256').update(wallet.imageUrl).digest('hex').slice(0, 8)
  const query = new URLSearchParams({ projectId, v: version })
  return { ...wallet, imageUrl: `/getWalletImage/${encodeURIComponent(wallet.id)}?${query}` }
}

const isElsewhere = (imageUrl: string | undefined): imageUrl is string => /^https?:/i.test(imageUrl ?? '')

export type ProjectRefusal = 'INVALID_PROJECT_ID' | 'PROJECT_ID_NOT_CONFIGURED'

/** A server with one project needs no id. With several, a request must name one. */
export const findProject = (projects: readonly Project[], id: string | undefined): Project | ProjectRefusal => {
  if (!id) return projects.length === 1 && projects[0] ? projects[0] : 'PROJECT_ID_NOT_CONFIGURED'
  return projects.find((project) => project.id === id) ?? 'INVALID_PROJECT_ID'
}

/**
 * The origins that may frame the modal. A navigation from a listed origin gets only that origin back, so that no site
 * reads the others. Without a Referer it gets the whole list, and from a foreign origin nothing.
 */
export const findAncestors = (project: Project, referrer: string | undefined, ownOrigin: string): readonly string[] => {
  const origin = referrer === undefined ? undefined : URL.parse(referrer)?.origin
  if (origin === undefined || origin === ownOrigin) return project.allowedOrigins
  if (!allowsOrigin(project.allowedOrigins, origin)) return []
  // A browser opens hosts with `_`, but CSP has no source for them. A wildcard in the list still admits them.
  return parseOriginPattern(origin) ? [origin] : project.allowedOrigins
}
