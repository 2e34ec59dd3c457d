import type { Context, Hono } from 'hono'
import type { ServedAsset } from '../documents/assets.ts'
import type { HeaderTable } from '../headers.ts'
import type { ServerParts } from '../parts.ts'
import { reply, replyEncoded } from '../replies.ts'

/** Serves the loader, and the hashed files of the documents, which never change under the same name. */
export const assetRoutes = (frame: Hono, secure: Hono, { builds }: ServerParts, headers: HeaderTable): void => {
  const notFound = (): Response => reply(404, headers.plain, 'Not found')

  const serveAssets = (
    app: Hono,
    prefix: string,
    files: Map<string, ServedAsset>,
    headersOf: HeaderTable['frameAsset'],
  ): void => {
    const found = new Map(
      [...files].map(([name, { type, encoded }]) => [
        `${prefix}/assets/${name}`,
        { encoded, headers: headersOf(type) },
      ]),
    )
    app.get('/assets/*', (context) => {
      const asset = found.get(context.req.path)
      return asset ? replyEncoded(context, asset.headers, asset.encoded) : notFound()
    })
  }
  serveAssets(frame, '/frame', builds.frame.assets, headers.frameAsset)
  serveAssets(secure, '/secure', builds.secure.assets, headers.secureAsset)

  const loaderFiles = new Map(
    [...builds.loader.files].map(([path, { encoded, cache }]) => [
      `/frame${path}`,
      { encoded, headers: headers.loader(cache) },
    ]),
  )
  const serveLoader = (context: Context): Response => {
    const file = loaderFiles.get(context.req.path)
    return file ? replyEncoded(context, file.headers, file.encoded) : notFound()
  }
  for (const path of [
    '/loader.js',
    '/bridge.js',
    '/page.js',
    '/siwx.js',
    '/solana.js',
    '/loader.mjs',
    '/v/:version/:file',
  ])
    frame.get(path, serveLoader)
}
