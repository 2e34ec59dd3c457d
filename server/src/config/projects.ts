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
  /** Whether its visitors may log in by e-mail. */
  email: boolean
  /** In the order of the list that a visitor sees. */
  networks: Network[]
  served: Map<CaipNetworkId, ServedNetwork>
  defaultNetwork: CaipNetworkId
  options: ProjectOptions
  /** Where the pictures of the project's own wallets stand, by wallet id. */
  pictures: ReadonlyMap<string, string>
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
      customWallets: wallets.custom.map((wallet) => withOwnPicture(id, wallet)),
      ...(links.terms && { termsUrl: links.terms }),
      ...(links.privacy && { privacyUrl: links.privacy }),
      legalCheckbox: links.checkbox,
      walletGuide: features.walletGuide,
      enableNetworkSwitch: features.networkSwitch,
      unsupportedChain: features.unsupportedChain,
      signIn: features.signIn,
      debug: features.debug,
    },
    pictures: new Map(wallets.custom.flatMap(({ id, imageUrl }) => (isElsewhere(imageUrl) ? [[id, imageUrl]] : []))),
    theme,
    ...(walletConnect && { walletConnect }),
    analytics,
  }
}

/** The modal shows pictures of its own server only, so a picture elsewhere is fetched and drawn anew by us. */
const withOwnPicture = (projectId: string, wallet: CustomWallet): CustomWallet => {
  if (!isElsewhere(wallet.imageUrl)) return wallet
  // Browsers keep a picture for a day, and another address is another picture.
  const version = createHash('sha256').update(wallet.imageUrl).digest('hex').slice(0, 8)
  const query = new URLSearchParams({ projectId, v: version })
  return { ...wallet, imageUrl: `/getWalletImage/${encodeURIComponent(wallet.id)}?${query}` }
}

const isElsewhere = (imageUrl: string | undefined): imageUrl is string => /^https?:/i.test(imageUrl ?? '')

export type ProjectRefusal = 'INVALID_PROJECT_ID' | 'PROJECT_ID_NOT_CONFIGURED'

/** The one project of a server needs no id; where there are more, a missing id says nothing. */
export const findProject = (projects: readonly Project[], id: string | undefined): Project | ProjectRefusal => {
  if (!id) return projects.length === 1 && projects[0] ? projects[0] : 'PROJECT_ID_NOT_CONFIGURED'
  return projects.find((project) => project.id === id) ?? 'INVALID_PROJECT_ID'
}

/**
 * Who may frame the modal. A navigation that tells a listed origin gets only that one back, so that no site reads the
 * list of the others; one that tells none gets the list; one that tells a stranger gets nothing.
 */
export const findAncestors = (project: Project, referrer: string | undefined, ownOrigin: string): readonly string[] => {
  const origin = referrer === undefined ? undefined : URL.parse(referrer)?.origin
  if (origin === undefined || origin === ownOrigin) return project.allowedOrigins
  if (!allowsOrigin(project.allowedOrigins, origin)) return []
  // A name with `_` is a site to a browser but no source of a policy, where the wildcard that lists it still lets it in.
  return parseOriginPattern(origin) ? [origin] : project.allowedOrigins
}
