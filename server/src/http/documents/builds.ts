import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'
import type { Settings } from '../../config/settings.ts'
import { compressedFolder, readAssets, removeOldCompressedCopies, type ServedAsset } from './assets.ts'
import { type LoaderBuild, prepareLoader } from './versions.ts'

/** The build of a package: the template of one document, and the hashed files that the document loads. */
type DocumentBuild = {
  template: string
  /** CSP hashes of the template's inline styles and scripts. */
  styleHashes: string[]
  scriptHashes: string[]
  assets: Map<string, ServedAsset>
}
/** The wallet's top-level pages, which open in their own window. */
export const walletPageNames = ['vault', 'approve'] as const
export type WalletPageName = (typeof walletPageNames)[number]
/** The first view of the frame, rendered by the frame's build (`frame-app/src/document/prerender.tsx`). */
export type Prerender = (facts: {
  bootstrap: Bootstrap
  theme: 'light' | 'dark'
  language: LanguageCode
  isPhone: boolean
}) => Promise<{ root: string; template: string; failure: string }>
export type PackageBuilds = {
  loader: LoaderBuild
  frame: DocumentBuild & { prerender: Prerender }
  secure: DocumentBuild
  pages: ReadonlyMap<WalletPageName, string>
}

/** Reads the builds of loader, frame and secure frame once, at start. `root` contains the folders of these packages. */
export const readBuilds = async (root: string, settings: Settings): Promise<PackageBuilds> => {
  const { production, frameOrigin, secureOrigin, announcement, dataDir } = settings
  const cacheFolder = compressedFolder(dataDir)
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'loader/package.json'), 'utf8'))
  const [loader, frame, prerender, secure, pages] = await Promise.all([
    prepareLoader({
      folder: join(root, 'loader/dist'),
      packageVersion: version,
      production,
      frameOrigin,
      secureOrigin,
      ...(announcement && { announcement }),
      versionsFolder: join(dataDir, 'versions'),
    }),
    readDocument(join(root, 'frame-app/dist'), cacheFolder),
    importPrerender(join(root, 'frame-app/dist/prerender.js')),
    readDocument(join(root, 'secure-wallet/dist'), cacheFolder),
    readPages(join(root, 'secure-wallet/dist')),
  ])
  await removeOldCompressedCopies(cacheFolder, Date.now)
  return { loader, frame: { ...frame, prerender }, secure, pages }
}

const readDocument = async (folder: string, cacheFolder: string): Promise<DocumentBuild> => {
  try {
    const [template, assets] = await Promise.all([
      readFile(join(folder, 'template.html'), 'utf8'),
      readAssets(join(folder, 'assets'), cacheFolder),
    ])
    return { template, styleHashes: hash(template, 'style'), scriptHashes: hash(template, 'script'), assets }
  } catch (cause) {
    throw new Error(`The build in ${folder} can't be read. Build it with: npm run build`, { cause })
  }
}

/**
 * Reads the templates of the wallet's pages, `template-<page>.html`. Their hashed files are those of the secure frame.
 */
const readPages = async (folder: string): Promise<ReadonlyMap<WalletPageName, string>> => {
  const pages = new Map<WalletPageName, string>()
  for (const name of walletPageNames) {
    try {
      pages.set(name, await readFile(join(folder, `template-${name}.html`), 'utf8'))
    } catch (cause) {
      // A build without this page has no such file.
      if (Object(cause).code !== 'ENOENT') throw cause
    }
  }
  return pages
}

const importPrerender = async (file: string): Promise<Prerender> => {
  try {
    const { prerender }: { prerender: Prerender } = await import(pathToFileURL(file).href)
    return prerender
  } catch (cause) {
    throw new Error(`${file} can't be loaded. Build it with: npm run build`, { cause })
  }
}

/** The CSP hashes of a template's inline elements with this name. */
const hash = (template: string, name: 'style' | 'script'): string[] =>
  [...template.matchAll(new RegExp(`<${name}(?: id="[a-z]+")?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, content = '']) => `sha256-${createHash('sha256').update(content).digest('base64')}`,
  )
