import { createHash } from 'node:crypto'
import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type {
  Network,
  ProjectOptions,
  ProjectTheme,
  SiteIdentity,
  WalletConnectSettings,
} from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { allowsOrigin, parseOriginPattern } from '@appkit-frame/loader/protocol/origins/origins.ts'
import type { ProjectConfig } from './configSchema.ts'
import { makeServedNetworks, type ServedNetwork } from './networks.ts'

export type Project = {
  id: string
  name: string
  allowedOrigins: string[]
  /** The exact origins on which a click in the modal may answer a request. */
  trustedOrigins: string[]
  /** Exact origins of the sites that may show an allowed site in a frame. */
  allowedAncestors: string[]
  /** The sites that approval cards show by a name and a logo. */
  sites: SiteIdentity[]
  /** The URLs of the sites' logos, by the paths of the logos. */
  logoUrls: ReadonlyMap<string, string>
  /** Whether visitors may log in to the embedded wallet by e-mail. */
  email: boolean
  /** The project's networks in the order that visitors see. */
  networks: Network[]
  served: Map<CaipNetworkId, ServedNetwork>
  defaultNetwork: CaipNetworkId
  options: ProjectOptions
  /** The image URLs of the project's own wallets on other hosts, by wallet id. */
  iconUrls: ReadonlyMap<string, string>
  theme: ProjectTheme
  walletConnect?: WalletConnectSettings
  analytics: boolean
  /** The token lists of the project: `shipped`, paths of files and URLs. The first that names a token decides. */
  tokenLists: string[]
}

export const createProject = (config: ProjectConfig, imageIds: Readonly<Record<string, string>>): Project => {
  const { id, name, allowedOrigins, allowedAncestors } = config
  const trustedOrigins = config.trustedOrigins ?? allowedOrigins.flatMap((pattern) => exactOriginOf(pattern) ?? [])
  const { wallets, features, links, theme, walletConnect, analytics } = config
  const { order, featured, include, exclude, custom, connectorImages = {}, ...connecting } = wallets
  const { chainImages = {} } = config
  const served = makeServedNetworks(config, imageIds)
  const networks = [...served.values()].map(({ network }) => network)
  const defaultNetwork = config.defaultNetwork ?? networks[0]?.caipNetworkId
  if (!defaultNetwork) throw new Error(`Project ${id} has no network.`)
  return {
    id,
    name,
    allowedOrigins,
    trustedOrigins,
    allowedAncestors,
    sites: config.sites.map(({ logo, ...site }) => ({
      ...site,
      ...(logo !== undefined && { logo: logoPath(logo) }),
    })),
    logoUrls: new Map(config.sites.flatMap(({ logo }) => (logo === undefined ? [] : [[logoPath(logo), logo]]))),
    email: features.email,
    networks,
    served,
    defaultNetwork,
    options: {
      ...connecting,
      connectorTypeOrder: order,
      featuredWalletIds: featured,
      includeWalletIds: include,
      excludeWalletIds: exclude,
      customWallets: custom.map((wallet) =>
        wallet.imageUrl ? { ...wallet, imageUrl: servedImage(id, wallet.id, wallet.imageUrl) } : wallet,
      ),
      ...(config.chainImages && { chainImages: servedImages(id, chainImages) }),
      ...(wallets.connectorImages && { connectorImages: servedImages(id, connectorImages) }),
      ...(features.manualWalletConnect && { manualWalletConnect: true }),
      ...(links.terms && { termsUrl: links.terms }),
      ...(links.privacy && { privacyUrl: links.privacy }),
      legalCheckbox: links.checkbox,
      walletGuide: features.walletGuide,
      enableNetworkSwitch: features.networkSwitch,
      unsupportedChain: features.unsupportedChain,
      signIn: features.signIn,
      debug: features.debug,
    },
    iconUrls: new Map(
      [
        ...custom.map(({ id, imageUrl }) => [id, imageUrl]),
        ...Object.entries({ ...chainImages, ...connectorImages }),
      ].filter((entry): entry is [string, string] => isElsewhere(entry[1])),
    ),
    theme,
    ...(walletConnect && { walletConnect }),
    analytics,
    tokenLists: config.tokenLists,
  }
}

/**
 * The path under which the secure frame's host serves an image of another host. It changes with the URL, because
 * browsers cache such an image for a day.
 */
export const logoPath = (url: string): string => `/logos/${createHash('sha256').update(url).digest('hex').slice(0, 32)}`

/** The origin that an entry names, as browsers write it. Null if the entry matches several origins. */
const exactOriginOf = (pattern: string): string | null =>
  pattern.includes('*') ? null : (URL.parse(pattern)?.origin ?? null)

/**
 * The modal loads images only from this server. For an image on another host, it gets a URL of this server, which
 * fetches and redraws the image.
 */
const servedImage = (projectId: string, id: string, imageUrl: string): string => {
  if (!isElsewhere(imageUrl)) return imageUrl
  // Browsers cache an image for a day, so a new image URL needs a new address.
  const version = createHash('sha256').update(imageUrl).digest('hex').slice(0, 8)
  const query = new URLSearchParams({ projectId, v: version })
  return `/getWalletImage/${encodeURIComponent(id)}?${query}`
}
const servedImages = (projectId: string, images: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(images).map(([id, imageUrl]) => [id, servedImage(projectId, id, imageUrl)]))

const isElsewhere = (imageUrl: string | undefined): imageUrl is string => /^https?:/i.test(imageUrl ?? '')

export type ProjectRefusal = 'INVALID_PROJECT_ID' | 'PROJECT_ID_NOT_CONFIGURED'

/** Finds the project of a request. The request needs no project id if the server has only one project. */
export const findProject = (projects: readonly Project[], id: string | undefined): Project | ProjectRefusal => {
  if (!id) return projects.length === 1 && projects[0] ? projects[0] : 'PROJECT_ID_NOT_CONFIGURED'
  return projects.find((project) => project.id === id) ?? 'INVALID_PROJECT_ID'
}

/** Like `findProject`, but throws the refusal. */
export const requireProject = (projects: readonly Project[], id: string | undefined): Project => {
  const project = findProject(projects, id)
  if (typeof project === 'string') throw new AppError(commonErrors[project])
  return project
}

/**
 * Finds the origins of the modal's ancestors for the CSP header: the sites that may frame the modal, and the sites that
 * may frame those. If the Referer is an allowed origin, names no other site of the project, so that no site can read
 * the others. Names all sites without a Referer, or if the frame reloads itself. Returns none for a foreign origin.
 */
export const findFrameAncestors = (
  project: Project,
  referrer: string | undefined,
  ownOrigin: string,
): readonly string[] => {
  const hosts = findHosts(project.allowedOrigins, referrer, ownOrigin)
  return hosts.length > 0 ? [...hosts, ...project.allowedAncestors] : []
}

const findHosts = (
  allowedOrigins: readonly string[],
  referrer: string | undefined,
  ownOrigin: string,
): readonly string[] => {
  const origin = referrer === undefined ? undefined : URL.parse(referrer)?.origin
  if (origin === undefined || origin === ownOrigin) return allowedOrigins
  if (!allowsOrigin(allowedOrigins, origin)) return []
  // CSP can't name a host with `_`, although browsers open such hosts. A wildcard in the project's list may still cover
  // the host, so return the whole list.
  return parseOriginPattern(origin) ? [origin] : allowedOrigins
}
