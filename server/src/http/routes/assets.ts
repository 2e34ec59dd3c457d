import type { Context, Hono } from 'hono'
import type { ServedAsset } from '../documents/assets.ts'
import type { HeaderTable } from '../headers.ts'
import type { ServerParts } from '../parts.ts'
import { type HeaderRecord, reply, replyEncoded } from '../replies.ts'

/**
 * Serves the loader, and the hashed files of the documents, which never change under the same name. Files that this
 * build doesn't have may belong to a release.
 */
export const assetRoutes = (
  frame: Hono,
  secure: Hono,
  { builds, releases }: ServerParts,
  headers: HeaderTable,
): void => {
  const serveReleased = async (context: Context, headersOf: (type: string) => HeaderRecord): Promise<Response> => {
    const asset = await releases?.find(context.req.path)
    return asset ? replyEncoded(context, headersOf(asset.type), asset.encoded) : reply(404, headers.plain, 'Not found')
  }

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
      return asset ? replyEncoded(context, asset.headers, asset.encoded) : serveReleased(context, headersOf)
    })
  }
  serveAssets(frame, '/frame', builds.frame.assets, headers.frameAsset)
  serveAssets(secure, '/secure', builds.secure.assets, headers.secureAsset)

  const loaderFiles = new Map(
    [...builds.loader.files].map(([path, { encoded, cache }]) => [
      `/frame${path}`,
      { encoded, headers: { ...headers.loader(cache), ...(path.endsWith('.d.ts') && plainText) } },
    ]),
  )
  const serveLoader = (context: Context): Response | Promise<Response> => {
    const file = loaderFiles.get(context.req.path)
    return file
      ? replyEncoded(context, file.headers, file.encoded)
      : serveReleased(context, () => headers.loader('pinned'))
  }
  for (const path of [
    '/loader.js',
    '/bridge.js',
    '/page.js',
    '/siwx.js',
    '/solana.js',
    '/bitcoin.js',
    '/chains.js',
    '/loader.mjs',
    '/loader.d.ts',
    '/v/:version/:file',
  ])
    frame.get(path, serveLoader)
}

const plainText = { 'Content-Type': 'text/plain; charset=utf-8' }
