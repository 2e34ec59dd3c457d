import { LRUCache } from 'lru-cache'
import { drawLetterIcon } from '../../../directory/letterIcon.ts'
import { derivedImageId } from '../../config/networks.ts'
import type { Project } from '../../config/projects.ts'
import { type BodyBytes, type EncodedBody, encodeUncompressed } from '../../http/encodings.ts'
import type { HeaderTable } from '../../http/headers.ts'
import type { ServerParts } from '../../http/parts.ts'
import type { PublicRoute } from '../../http/publicApi.ts'
import { replyEncoded } from '../../http/replies.ts'

/**
 * `isTemporary` marks an icon that replaces an image which may be available in a minute, so browsers cache the icon
 * only briefly.
 */
type Image = { webp: Uint8Array } | { svg: string; isTemporary?: boolean }
/** Finds an image. `projects` has the project in the URL, or all projects if the URL has no project id. */
type Find = (projects: readonly Project[], id: string) => Promise<Image | undefined> | Image | undefined

const keptIcons = 2_000
const temporaryCache = 'public, max-age=60'

/**
 * Serves images of wallets, networks, currencies and tokens. For a missing image, draws an icon with the first letter.
 */
export const imageRoutes = (parts: ServerParts, headers: HeaderTable): PublicRoute[] => {
  const { projects, directory, listing, icons } = parts
  const encode = createEncoder()

  /**
   * Finds a wallet's image. The first of these wins: image of the project, of the operator, shipped image, image of the
   * upstream listing, letter icon.
   */
  const findWallet: Find = async (named, id) => {
    const project = named.length === 1 ? named[0] : undefined
    const custom = project?.iconUrls.get(id)
    const replacement = custom ?? directory.operatorIconUrl(id)
    const shipped = replacement === undefined ? directory.walletImage(id) : undefined
    if (shipped) return { webp: shipped }
    const wallet =
      (custom && project?.options.customWallets.find((entry) => entry.id === id)) ||
      directory.wallets.find((entry) => entry.id === id || entry.image_id === id)
    const upstream = replacement === undefined ? listing.upstreamIcon(id) : undefined
    const address = replacement ?? upstream?.address
    const webp = address === undefined ? undefined : await icons.get(address)
    if (webp) return { webp }
    const name = wallet?.name ?? upstream?.name
    return name === undefined ? undefined : { svg: drawLetterIcon(name), isTemporary: address !== undefined }
  }
  const findAsset: Find = (named, id) => {
    const image = directory.networkImage(id)
    if (image) return { webp: image }
    const networks = named.flatMap((project) => project.networks)
    const network = networks.find(({ caipNetworkId }) => derivedImageId(caipNetworkId) === id)
    return network && { svg: drawLetterIcon(network.name) }
  }
  const findCurrency: Find = (_, code) =>
    /^[A-Za-z]{3}$/.test(code) ? { svg: drawLetterIcon(code.toUpperCase()) } : undefined
  const findToken: Find = (_, symbol) =>
    /^[\p{L}\p{N}.$+_₮-]{1,32}$/u.test(symbol) ? { svg: drawLetterIcon(symbol) } : undefined

  const sources: Record<string, Find> = {
    '/getWalletImage/:id': findWallet,
    '/public/getAssetImage/:id': findAsset,
    '/public/getCurrencyImage/:id': findCurrency,
    '/public/getTokenImage/:id': findToken,
  }
  const svg = headers.image('image/svg+xml')
  const webp = headers.image('image/webp')

  return Object.entries(sources).map(([path, find]) => ({
    method: 'GET',
    path,
    rateClass: 'shared',
    sharedProject: projects[0],
    run: async ({ context, project, cors, fail }) => {
      const named = context.req.query('projectId') ? [project] : projects
      const image = await find(named, context.req.param('id') ?? '')
      if (image === undefined) return fail(404, 'id', 'There is no such image')
      const imageHeaders =
        'webp' in image ? webp : image.isTemporary ? { ...svg, 'Cache-Control': temporaryCache } : svg
      return replyEncoded(context, { ...imageHeaders, ...cors }, encode(image))
    },
  }))
}

/** Caches the ETags of images, so that the server hashes an often requested image only once. */
const createEncoder = () => {
  const svgs = new LRUCache<string, EncodedBody>({ max: keptIcons })
  const webps = new WeakMap<Uint8Array, EncodedBody>()
  return (image: Image): EncodedBody => {
    const known = 'webp' in image ? webps.get(image.webp) : svgs.get(image.svg)
    if (known) return known
    const bytes: BodyBytes = 'webp' in image ? new Uint8Array(image.webp) : new TextEncoder().encode(image.svg)
    const encoded = encodeUncompressed(bytes)
    if ('webp' in image) webps.set(image.webp, encoded)
    else svgs.set(image.svg, encoded)
    return encoded
  }
}
