import { LRUCache } from 'lru-cache'
import { mark } from '../../../directory/mark.ts'
import { ownImageId } from '../../config/networks.ts'
import type { Project } from '../../config/projects.ts'
import { asIs, type Body, type Encoded } from '../../http/encodings.ts'
import type { Headers } from '../../http/headers.ts'
import type { Parts } from '../../http/parts.ts'
import type { PublicRoute } from '../../http/publicApi.ts'
import { replyEncoded } from '../../http/replies.ts'

/** A `passing` icon replaces an image that may be available in a minute. */
type Picture = { webp: Uint8Array } | { mark: string; passing?: boolean }
/** `projects` is the project in the URL, or all of them if the URL names none, as in the modal's images. */
type Find = (projects: readonly Project[], id: string) => Promise<Picture | undefined> | Picture | undefined

const keptPictures = 2_000
const passingCache = 'public, max-age=60'

/** Images of wallets, networks and currencies. A missing image becomes a neutral icon with the name's initials. */
export const imageRoutes = (parts: Parts, headers: Headers): PublicRoute[] => {
  const { projects, directory, listing, pictures } = parts
  const draw = createDraw()

  /** The shipped image needs no request. The other sources follow in the order of trust. */
  const findWallet: Find = async (named, id) => {
    const project = named.length === 1 ? named[0] : undefined
    const custom = project?.pictures.get(id)
    const own = custom ?? directory.ownPicture(id)
    const shipped = own === undefined ? directory.walletImage(id) : undefined
    if (shipped) return { webp: shipped }
    const wallet =
      (custom && project?.options.customWallets.find((entry) => entry.id === id)) ||
      directory.wallets.find((entry) => entry.id === id || entry.image_id === id)
    const upstream = own === undefined ? listing.picture(id) : undefined
    const address = own ?? upstream?.address
    const webp = address === undefined ? undefined : await pictures.get(address)
    if (webp) return { webp }
    const name = wallet?.name ?? upstream?.name
    return name === undefined ? undefined : { mark: mark(name), passing: address !== undefined }
  }
  const findAsset: Find = (named, id) => {
    const image = directory.networkImage(id)
    if (image) return { webp: image }
    const networks = named.flatMap((project) => project.networks)
    const network = networks.find(({ caipNetworkId }) => ownImageId(caipNetworkId) === id)
    return network && { mark: mark(network.name) }
  }
  const findCurrency: Find = (_, code) => (/^[A-Za-z]{3}$/.test(code) ? { mark: mark(code.toUpperCase()) } : undefined)
  const findToken: Find = (_, symbol) =>
    /^[\p{L}\p{N}.$+_₮-]{1,32}$/u.test(symbol) ? { mark: mark(symbol) } : undefined

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
    sharedProject: projects[0],
    run: async ({ context, project, cors, fail }) => {
      const named = context.req.query('projectId') ? [project] : projects
      const picture = await find(named, context.req.param('id') ?? '')
      if (picture === undefined) return fail(404, 'id', 'There is no such image')
      const own = 'webp' in picture ? webp : picture.passing ? { ...svg, 'Cache-Control': passingCache } : svg
      return replyEncoded(context, { ...own, ...cors }, draw(picture))
    },
  }))
}

/** The ETag is a hash, and frequent images are hashed once. */
const createDraw = () => {
  const marks = new LRUCache<string, Encoded>({ max: keptPictures })
  const webps = new WeakMap<Uint8Array, Encoded>()
  return (picture: Picture): Encoded => {
    const known = 'webp' in picture ? webps.get(picture.webp) : marks.get(picture.mark)
    if (known) return known
    const bytes: Body = 'webp' in picture ? new Uint8Array(picture.webp) : new TextEncoder().encode(picture.mark)
    const encoded = asIs(bytes)
    if ('webp' in picture) webps.set(picture.webp, encoded)
    else marks.set(picture.mark, encoded)
    return encoded
  }
}
