import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** Inside `node_modules`, so that Node finds the packages that the prerendered code imports. */
const prerenderFolder = here('node_modules/.prerender')
const uiEntry = '/src/shell/mount.tsx'

/**
 * Writes `dist/template.html`: the document with placeholders for the server and the first view as it looks while wallets
 * load. The document links every file of that view, so the browser loads them in parallel.
 */
export const frameTemplate = (): Plugin => ({
  name: 'frame-template',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async generateBundle(_options, bundle) {
    const source = await readFile(here('index.html'), 'utf8')
    const prerendered = await prerender()
    this.emitFile({
      type: 'asset',
      fileName: 'template.html',
      source: source
        .replace(/<!-- biome-ignore .*-->\n/, '')
        .replace('<!--assets-->', () => linkAssets(bundle))
        .replace('<!--prerendered-->', () => prerendered),
    })
  },
})

const linkAssets = (bundle: Rolldown.OutputBundle): string => {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const core = chunks.find(({ isEntry }) => isEntry)
  const ui = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(uiEntry)))
  if (!core || !ui) throw new Error(`no chunk starts with ${core ? uiEntry : 'src/main.ts'}`)
  const shared = [...new Set([core, ui].flatMap(({ imports }) => imports))].filter(
    (file) => file !== core.fileName && file !== ui.fileName,
  )
  const styles = [ui.fileName, ...ui.imports].flatMap((file) => {
    const chunk = chunks.find(({ fileName }) => fileName === file)
    return [...(chunk?.viteMetadata?.importedCss ?? [])]
  })
  return [
    `<script type="module" src="/${core.fileName}"></script>`,
    ...shared.map((file) => `<link rel="modulepreload" href="/${file}" />`),
    '<!--ui-->',
    // The styles are inline, because the first paint would wait for a file. The link tells Vite that they are loaded.
    ...[...new Set(styles)].flatMap((file) => [
      `<style>${readStyle(bundle, file)}</style>`,
      `<link rel="stylesheet" href="/${file}" disabled />`,
    ]),
    // Preloaded as a plain script, so it is fetched but not compiled yet: compiling would delay the first paint.
    `<link rel="preload" as="script" crossorigin href="/${ui.fileName}" />`,
    '<!--/ui-->',
  ].join('\n    ')
}

const readStyle = (bundle: Rolldown.OutputBundle, file: string): string => {
  const asset = bundle[file]
  if (asset?.type !== 'asset') throw new Error(`${file} is not in the bundle`)
  // Removes the minifier's marker, and spaces after commas in values with variables. Strings stay unchanged.
  return String(asset.source)
    .replace('/*$vite$:1*/', '')
    .replace(/"[^"]*"|, /g, (found) => (found === ', ' ? ',' : found))
    .trim()
}

/** The markup of the first view's loading state. React replaces it and does not hydrate it. */
const prerender = async (): Promise<string> => {
  await build({
    configFile: here('vite.config.ts'),
    root: here(''),
    logLevel: 'error',
    build: { ssr: 'src/shell/prerender.tsx', outDir: prerenderFolder, emptyOutDir: true, rolldownOptions: {} },
  })
  const module = await import(`${pathToFileURL(`${prerenderFolder}/prerender.js`).href}?at=${Date.now()}`)
  return module.prerender()
}
