import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../config/settings.ts'
import { type Asset, forgetOldCopies, readAssets } from './assets.ts'
import { type LoaderBuild, prepareLoader } from './versions.ts'

/** The build of a package: the template of one document, and the hashed files that the document loads. */
type DocumentBuild = {
  template: string
  /** CSP hashes of the template's inline styles. */
  styleHashes: string[]
  assets: Map<string, Asset>
}
/** The wallet's top-level pages, which open in their own window. */
export const pageNames = ['device', 'vault', 'approve'] as const
export type PageName = (typeof pageNames)[number]
export type Builds = {
  loader: LoaderBuild
  frame: DocumentBuild
  secure: DocumentBuild
  pages: ReadonlyMap<PageName, string>
}

/** Reads the builds of the other packages once, at start. `root` holds their folders. */
export const readBuilds = async (root: string, settings: Settings): Promise<Builds> => {
  const { production, frameOrigin, secureOrigin, dataDir } = settings
  const cacheFolder = join(dataDir, 'compressed')
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'loader/package.json'), 'utf8'))
  const [loader, frame, secure, pages] = await Promise.all([
    prepareLoader({
      folder: join(root, 'loader/dist'),
      packageVersion: version,
      production,
      frameOrigin,
      secureOrigin,
      versionsFolder: join(dataDir, 'versions'),
    }),
    readDocument(join(root, 'frame-app/dist'), cacheFolder),
    readDocument(join(root, 'secure-wallet/dist'), cacheFolder),
    readPages(join(root, 'secure-wallet/dist')),
  ])
  await forgetOldCopies(cacheFolder, Date.now)
  return { loader, frame, secure, pages }
}

const readDocument = async (folder: string, cacheFolder: string): Promise<DocumentBuild> => {
  try {
    const [template, assets] = await Promise.all([
      readFile(join(folder, 'template.html'), 'utf8'),
      readAssets(join(folder, 'assets'), cacheFolder),
    ])
    return { template, styleHashes: hashStyles(template), assets }
  } catch (cause) {
    throw new Error(`The build in ${folder} can't be read. Build it with: npm run build`, { cause })
  }
}

/** Each page has its own `template-<page>.html` and shares the hashed files. */
const readPages = async (folder: string): Promise<ReadonlyMap<PageName, string>> => {
  const pages = new Map<PageName, string>()
  for (const name of pageNames) {
    try {
      pages.set(name, await readFile(join(folder, `template-${name}.html`), 'utf8'))
    } catch (cause) {
      // A build may lack a page.
      if (Object(cause).code !== 'ENOENT') throw cause
    }
  }
  return pages
}

const hashStyles = (template: string): string[] =>
  [...template.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => `sha256-${createHash('sha256').update(style).digest('base64')}`,
  )
