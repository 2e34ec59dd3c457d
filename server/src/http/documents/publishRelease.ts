import type { KeyObject } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleasesFolder } from '../../config/settings.ts'
import { writeWholeFile } from '../../config/wholeFile.ts'
import type { PackageBuilds } from './builds.ts'
import {
  pathOfFile,
  type ReleaseFiles,
  type ReleaseOrigins,
  readManifest,
  releaseSuffix,
  sha256Of,
  signManifest,
} from './releases.ts'

/**
 * Writes the files of this build into the folder of releases, then the signed list of them. The deploy does this before
 * it starts the first process of the build, so that the processes of the build before can serve them. Returns the id of
 * the release and how many files it added. Publishing a build again changes nothing.
 */
export const publishRelease = async (
  folder: ReleasesFolder,
  privateKey: KeyObject,
  { frameOrigin, secureOrigin }: ReleaseOrigins,
  builds: PackageBuilds,
): Promise<{ id: string; added: number }> => {
  const contents = filesOf(builds)
  if (!contents.has(`/frame/v/${builds.loader.version}/loader.js`))
    throw new Error('Only a released version can be published: set NODE_ENV=production.')
  const files: ReleaseFiles = Object.fromEntries([...contents].map(([path, content]) => [path, sha256Of(content)]))
  await mkdir(pathOfFile(folder.path, ''), { recursive: true })
  await refuseChanges(folder, { frameOrigin, secureOrigin }, files)

  let added = 0
  for (const content of contents.values()) {
    const path = pathOfFile(folder.path, sha256Of(content))
    // An interrupted deploy may have left a damaged file.
    const stored = await readFile(path).catch(() => undefined)
    if (stored && sha256Of(stored) === sha256Of(content)) continue
    await writeWholeFile(path, content, 0o644)
    added += 1
  }
  const signed = await signManifest({ frameOrigin, secureOrigin, files }, privateKey)
  // A process trusts only what its own key verifies, so the deploy finds a wrong pair of keys here.
  await readManifest(signed, folder.publicKey)
  const id = sha256Of(new TextEncoder().encode(signed)).slice(0, 16)
  await writeWholeFile(join(folder.path, `${id}${releaseSuffix}`), signed, 0o644)
  return { id, added }
}

/**
 * The files that a document or the loader of this build names, by their path in the router. Earlier versions in the data
 * folder are left out: the processes can write there, so the deploy must not sign them.
 */
const filesOf = ({ frame, secure, loader }: PackageBuilds): Map<string, Uint8Array> => {
  const contents = new Map<string, Uint8Array>()
  for (const [prefix, assets] of [
    ['/frame/assets', frame.assets],
    ['/secure/assets', secure.assets],
  ] as const)
    for (const [name, { encoded }] of assets) contents.set(`${prefix}/${name}`, encoded.identity.body)
  for (const [path, { encoded, cache }] of loader.files)
    if (cache === 'pinned' && path.startsWith(`/v/${loader.version}/`))
      contents.set(`/frame${path}`, encoded.identity.body)
  return contents
}

/** Throws if an earlier release has another file under the same path: sites pin loader files by their hash. */
const refuseChanges = async (folder: ReleasesFolder, origins: ReleaseOrigins, files: ReleaseFiles): Promise<void> => {
  for (const name of (await readdir(folder.path)).filter((each) => each.endsWith(releaseSuffix))) {
    const text = await readFile(join(folder.path, name), 'utf8')
    // The processes ignore a list that the deploy's key did not sign.
    const earlier = await readManifest(text, folder.publicKey).catch(() => undefined)
    if (earlier?.frameOrigin !== origins.frameOrigin || earlier.secureOrigin !== origins.secureOrigin) continue
    const changed = Object.keys(files).find((path) => (earlier.files[path] ?? files[path]) !== files[path])
    if (changed)
      throw new Error(
        `${changed} was published with other content (${join(folder.path, name)}). Published files never change: ` +
          'raise the version in loader/package.json.',
      )
  }
}
