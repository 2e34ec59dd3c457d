import { type Announcement, defaultIcon } from './announcement.ts'

/** The files of the loader by name. A version before 0.3.0 has no `notices-<language>.js`. */
export const loaderFileNames = [
  'loader.js',
  'bridge.js',
  'page.js',
  'siwx.js',
  'solana.js',
  'bitcoin.js',
  'chains.js',
  'loader.mjs',
] as const
/** The files that `page.js` loads. */
const filesOfPage = ['siwx.js', 'solana.js', 'bitcoin.js', 'chains.js'] as const
/** Files that a version before 0.3.0 lacks. */
export const addedFileNames: readonly string[] = ['bitcoin.js', 'chains.js']
type LoaderFileName = (typeof loaderFileNames)[number]
/** A file with the texts of the loader's error panel in one language. */
type NoticesFileName = `notices-${string}.js`
export const noticesFileName = /^notices-([a-z]{2,3})\.js$/
export type LoaderFiles = Record<LoaderFileName, string> & Record<NoticesFileName, string>

/** Begins what the build adds to `loader.js` for a page that loads the file without a server. The server cuts it off. */
export const unfilledMark = '/* without origins */'

/** `version` is that of the path `/v/<version>/`. */
type Deployment = { version: string; frameOrigin: string; secureOrigin: string; announcement?: Announcement }

/**
 * Fills the origins of a deployment into the loader's files. Starts with the file that is loaded last, because each
 * file contains the hash of the file that it loads.
 */
export const fillOrigins = async (built: LoaderFiles, deployment: Deployment): Promise<LoaderFiles> => {
  const { version, frameOrigin, secureOrigin, announcement = {} } = deployment
  const fill = (text: string, extra: Record<string, string>): string => {
    const { name = 'AppKit', rdns = reverse(frameOrigin), icon = defaultIcon } = announcement
    const origins = { FRAME_ORIGIN: frameOrigin, SECURE_ORIGIN: secureOrigin }
    const values: Record<string, string> = { ...origins, NAME: name, RDNS: rdns, ...extra }
    return text
      .replace(/%([A-Z_]+)%/g, (placeholder, key: string) => values[key] ?? placeholder)
      .replaceAll(defaultIcon, () => icon)
  }
  const url = (file: string): string => `${frameOrigin}/v/${version}/${file}`
  const address = async (name: string, file: LoaderFileName, content: string): Promise<Record<string, string>> => ({
    [`${name}_URL`]: url(file),
    [`${name}_INTEGRITY`]: await integrityOf(content, 256),
  })
  const notices = Object.entries(built)
    .filter(([file]) => noticesFileName.test(file))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  // This list contains no quotes, because the bundler chooses the quotes of the string around the placeholder.
  const languages = notices.map(async ([file, content]) =>
    [noticesFileName.exec(file)?.[1], url(file), await integrityOf(content, 256)].join(' '),
  )
  const last = filesOfPage.map((file) => [file, fill(built[file], {})] as const)
  const addresses = last.map(([file, content]) => address(file.slice(0, -3).toUpperCase(), file, content))
  const page = fill(built['page.js'], Object.assign({}, ...(await Promise.all(addresses))))
  const bridge = fill(built['bridge.js'], {
    ...(await address('PAGE', 'page.js', page)),
    NOTICES: (await Promise.all(languages)).join(' '),
  })
  const bridgeAddress = await address('BRIDGE', 'bridge.js', bridge)
  return {
    ...Object.fromEntries(notices),
    ...(Object.fromEntries(last) as Record<(typeof filesOfPage)[number], string>),
    'loader.js': fill(withoutMark(built['loader.js']), bridgeAddress),
    'bridge.js': bridge,
    'page.js': page,
    'loader.mjs': fill(built['loader.mjs'], bridgeAddress),
  }
}

const withoutMark = (text: string): string => text.split(unfilledMark, 1)[0] ?? ''

const reverse = (frameOrigin: string): string => new URL(frameOrigin).hostname.split('.').reverse().join('.')

/**
 * The hash of a file in the form of the `integrity` attribute. The loader's files name each other by SHA-256, since
 * hashes do not compress.
 */
export const integrityOf = async (text: string, bits: 256 | 384 = 384): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(text)))
  return `sha${bits}-${btoa(String.fromCharCode(...digest))}`
}
