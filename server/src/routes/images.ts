import type { Hono } from 'hono'
import { mark } from '../../directory/mark.ts'
import type { Admission } from '../admission.ts'
import { asIs, type Body, type Encoded } from '../encodings.ts'
import type { Headers } from '../headers.ts'
import { ownImageId } from '../networks.ts'
import type { Parts } from '../parts.ts'
import type { Project } from '../projects.ts'
import { createRecent } from '../recent.ts'
import { replyEncoded } from '../replies.ts'

type Picture = Body | string
const keptPictures = 2_000

/** Pictures of wallets, networks and currencies. Where there is none, a neutral mark of the thing's own name. */
export const imageRoutes = (frame: Hono, { directory }: Parts, admission: Admission, headers: Headers): void => {
  const kept = createRecent<Encoded>(keptPictures)
  const encode = (key: string, picture: Picture): Encoded => {
    const found = kept.get(key)
    if (found) return found
    const encoded = asIs(typeof picture === 'string' ? new TextEncoder().encode(picture) : picture)
    kept.set(key, encoded)
    return encoded
  }

  const findWallet = (_: Project, id: string): Picture | undefined => {
    const image = directory.walletImage(id)
    if (image) return new Uint8Array(image)
    const wallet = directory.wallets.find((entry) => entry.id === id || entry.image_id === id)
    return wallet && mark(wallet.name)
  }
  const findAsset = ({ networks }: Project, id: string): Picture | undefined => {
    const image = directory.networkImage(id)
    if (image) return new Uint8Array(image)
    const network = networks.find(({ caipNetworkId }) => ownImageId(caipNetworkId) === id)
    return network && mark(network.name)
  }
  const findCurrency = (_: Project, code: string): Picture | undefined =>
    /^[A-Za-z]{3}$/.test(code) ? mark(code.toUpperCase()) : undefined
  const findToken = (_: Project, symbol: string): Picture | undefined =>
    /^[\p{L}\p{N}.$+_₮-]{1,32}$/u.test(symbol) ? mark(symbol) : undefined

  const sources = {
    '/getWalletImage/:id': findWallet,
    '/public/getAssetImage/:id': findAsset,
    '/public/getCurrencyImage/:id': findCurrency,
    '/public/getTokenImage/:id': findToken,
  }
  const svg = headers.image('image/svg+xml')
  const webp = headers.image('image/webp')

  for (const [path, find] of Object.entries(sources)) {
    frame.get(path, (context) => {
      const admitted = admission.admit(context, 'data')
      if (admitted instanceof Response) return admitted
      const { project, cors, fail } = admitted
      const id = context.req.param('id') ?? ''
      const picture = find(project, id)
      if (picture === undefined) return fail(404, 'id', 'There is no such image')
      const own = typeof picture === 'string' ? svg : webp
      // Two projects may call one network differently.
      return replyEncoded(context, { ...own, ...cors }, encode(`${path} ${project.id} ${id}`, picture))
    })
    frame.options(path, (context) => admission.preflight(context, 'GET'))
  }
}
