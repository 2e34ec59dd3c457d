import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type LanguageCode, languageCodes } from '@appkit-frame/loader/protocol/messages/languages.ts'
import { build, type Plugin, type Rolldown } from 'vite'
import { scriptId, viewScriptId } from '../src/document/handover.ts'

const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const uiEntry = '/src/shell/mount.tsx'

/**
 * Writes `dist/template.html`, the document with placeholders for the server, and `dist/prerender.js`, which the server
 * calls for the first view. The document links every file of the first view, so the browser loads these in parallel.
 */
export const frameTemplate = (): Plugin => ({
  name: 'frame-template',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async generateBundle(_options, bundle) {
    const source = await readFile(here('index.html'), 'utf8')
    const [script, viewScript, prerender] = await Promise.all([
      buildScript('script'),
      buildScript('viewScript'),
      buildPrerender(),
    ])
    this.emitFile({ type: 'asset', fileName: 'prerender.js', source: prerender })
    this.emitFile({
      type: 'asset',
      fileName: 'template.html',
      source: source
        .replace(/<!-- biome-ignore .*-->\n/, '')
        .replace('<!--assets-->', () => linkAssets(bundle))
        .replace('<!--account-styles-->', () => accountStyles(bundle))
        .replace(
          '<!--scripts-->',
          () => `<script id="${scriptId}">${script}</script>\n    <script id="${viewScriptId}">${viewScript}</script>`,
        ),
    })
  },
})

const linkAssets = (bundle: Rolldown.OutputBundle): string => {
  const { core, ui, shared } = findFirstFiles(bundle)
  const styles = [ui, ...shared].flatMap((file) => stylesOf(bundle, file))
  return [
    `<script type="module" src="/${core}"></script>`,
    ...shared.map((file) => `<link rel="modulepreload" href="/${file}" />`),
    '<!--ui-->',
    ...inlineStyles(bundle, styles, '<style>'),
    preloadScript(ui),
    // The server keeps only those of these blocks that the first view of its document needs.
    ...languageCodes.flatMap((code) => block(`language-${code}`, languageLinks(bundle, code))),
    ...block('collapsed', laterLinks(bundle, /\/connect\/CollapsedWallets\.tsx$/, '<style id="collapsed">')),
    '<!--/ui-->',
  ].join('\n    ')
}

/** The files of the first view: the core, the views, and the files that both import. */
const findFirstFiles = (bundle: Rolldown.OutputBundle) => {
  const chunks = chunksOf(bundle)
  const core = chunks.find(({ isEntry }) => isEntry)
  const ui = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(uiEntry)))
  if (!core || !ui) throw new Error(`no chunk starts with ${core ? uiEntry : 'src/main.ts'}`)
  const shared = [...new Set([core, ui].flatMap(({ imports }) => imports))].filter(
    (file) => file !== core.fileName && file !== ui.fileName,
  )
  return { core: core.fileName, ui: ui.fileName, shared }
}

const chunksOf = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((output) => output.type === 'chunk')

const stylesOf = (bundle: Rolldown.OutputBundle, file: string): string[] => {
  const chunk = bundle[file]
  return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
}

/** English texts are in the code of the views. */
const languageLinks = (bundle: Rolldown.OutputBundle, code: LanguageCode): string[] =>
  code === 'en' ? [] : laterLinks(bundle, new RegExp(`/languages/${code}\\.ts$`), '<style>')

/**
 * Links the files with these modules, which the views import after they have run. Without these links their requests
 * would start only then.
 */
const laterLinks = (bundle: Rolldown.OutputBundle, modules: RegExp, styleTag: string): string[] => {
  const chunks = chunksOf(bundle)
  const files = new Set<string>()
  const add = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) add(imported)
  }
  for (const { fileName, moduleIds } of chunks) if (moduleIds.some((id) => modules.test(id))) add(fileName)
  if (files.size === 0) throw new Error(`no chunk has the modules ${modules}`)
  const { core, ui, shared } = findFirstFiles(bundle)
  const later = [...files].filter((file) => ![core, ui, ...shared].includes(file))
  const styles = later.flatMap((file) => stylesOf(bundle, file))
  return [...inlineStyles(bundle, styles, styleTag), ...later.map(preloadScript)]
}

/**
 * Writes styles into the document, because the first paint would wait for a style file. The disabled links tell
 * `loadChunk` that these files are loaded already.
 */
const inlineStyles = (bundle: Rolldown.OutputBundle, styles: string[], tag: string): string[] => {
  const files = [...new Set(styles)]
  if (files.length === 0) return []
  return [
    `${tag}${files.map((file) => readStyle(bundle, file)).join('')}</style>`,
    ...files.map((file) => `<link rel="stylesheet" href="/${file}" disabled />`),
  ]
}

/**
 * Preloads a file as a plain script, so the browser fetches but does not compile it yet. Compiling would delay the
 * first paint.
 */
const preloadScript = (file: string): string => `<link rel="preload" as="script" crossorigin href="/${file}" />`

const block = (name: string, lines: string[]): string[] => [`<!--${name}-->`, ...lines, `<!--/${name}-->`]

/**
 * Styles and links of the account view, in a template, because only connected visitors need them before the views load.
 * Its id is short, because `viewScript.ts` may have 1 KB.
 */
const accountStyles = (bundle: Rolldown.OutputBundle): string => {
  const links = laterLinks(
    bundle,
    /\/(?:AccountView\.tsx|NetworkButton\.tsx|features\/views\.ts)$/,
    '<style id="account">',
  )
  return `<!--ui--><template id="styles">${links.join('')}</template><!--/ui-->`
}

const readStyle = (bundle: Rolldown.OutputBundle, file: string): string => {
  const asset = bundle[file]
  if (asset?.type !== 'asset') throw new Error(`${file} is not in the bundle`)
  // Removes the minifier's marker, and the spaces that it keeps after commas in custom properties. Strings stay
  // unchanged.
  return String(asset.source)
    .replace('/*$vite$:1*/', '')
    .replace(/"[^"]*"|, /g, (found) => (found === ', ' ? ',' : found))
    .trim()
}

const noFile = { write: false, reportCompressedSize: false } as const

const codeOf = (result: Awaited<ReturnType<typeof build>>): string => {
  const [chunk, ...others] = (result as Rolldown.RolldownOutput).output.filter(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('expected one file')
  return chunk.code.trim()
}

/** An inline script of the document. */
const buildScript = async (name: 'script' | 'viewScript'): Promise<string> =>
  codeOf(
    await build({
      configFile: false,
      root: here(''),
      logLevel: 'error',
      build: {
        ...noFile,
        target: 'es2023',
        modulePreload: false,
        minify: 'terser',
        terserOptions: { ecma: 2020, compress: { passes: 3, unsafe_arrows: true } },
        rolldownOptions: { input: `src/document/${name}.ts`, output: { format: 'iife' } },
      },
    }),
  )

/** Bundles all packages into `prerender.js`, because the server does not install them. */
const buildPrerender = async (): Promise<string> =>
  codeOf(
    await build({
      configFile: here('vite.config.ts'),
      root: here(''),
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [laterFiles()],
      ssr: { noExternal: true },
      build: {
        ...noFile,
        ssr: 'src/document/prerender.tsx',
        minify: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    }),
  )

/**
 * Keeps the views that load later out of the prerender file. The server renders only the first view and the account, so
 * it needs the languages and the chunks of these two.
 */
const laterFiles = (): Plugin => {
  const first = [
    ...languageCodes.flatMap((code) => [code, `${code}Later`]),
    'translateErrors',
    'chunk',
    'features/views',
    'account/chunk',
    'NetworkButton',
  ]
  return {
    name: 'later-files',
    enforce: 'pre',
    resolveDynamicImport: (specifier) =>
      first.includes(/^\.+\/(.*)\.tsx?$/.exec(String(specifier))?.[1] ?? '')
        ? null
        : { id: String(specifier), external: true },
  }
}
