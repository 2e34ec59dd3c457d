import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

type Bundle = { [fileName: string]: Rolldown.OutputChunk | Rolldown.OutputAsset }

/**
 * The first browser versions with light-dark(). For older versions the build would replace light-dark() by media
 * queries, which ignore our theme.
 */
export const cssBrowserTargets = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

type Page = { script: string; source: string; template: string }
const page = (name: string): Page => ({
  script: `src/windows/${name}.ts`,
  source: `${name}.html`,
  template: `template-${name}.html`,
})

/** The documents of this origin: the secure frame and the wallet windows. */
const documents: { readonly [entry: string]: Page } = {
  main: { script: 'src/main.ts', source: 'index.html', template: 'template.html' },
  vault: page('vault'),
  approve: page('approve'),
}

export const entryScripts = Object.fromEntries(Object.entries(documents).map(([name, { script }]) => [name, script]))

/** Writes `dist/template*.html`, which the server completes. Each script and style carries the hash of its file. */
export const secureTemplate = (): Plugin => ({
  name: 'secure-template',
  apply: 'build',
  async writeBundle({ dir = 'dist' }, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk' || !output.isEntry) continue
      const document = documents[output.name]
      if (!document) continue
      const tags = await Promise.all([
        ...stylesOf(output, bundle).map((fileName) => styleTag(dir, fileName)),
        scriptTag(dir, output.fileName),
      ])
      const source = await readFile(join(import.meta.dirname, document.source), 'utf8')
      await writeFile(
        join(dir, document.template),
        source.replace('<!--assets-->', () => tags.join('\n    ')),
      )
    }
  },
})

/** Builds the offline recovery page as one file, so that an owner can keep it beside the backup. */
export const offlinePage = (): Plugin => ({
  name: 'offline-page',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const built = await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      build: {
        target: 'es2023',
        cssTarget: cssBrowserTargets,
        write: false,
        cssCodeSplit: false,
        rolldownOptions: { input: 'src/windows/recover.ts', output: { format: 'iife', codeSplitting: false } },
      },
    })
    const parts: Bundle[string][] = 'output' in built ? built.output : []
    const script = parts.find((part): part is Rolldown.OutputChunk => part.type === 'chunk')?.code ?? ''
    const style = parts.find((part) => part.fileName.endsWith('.css'))
    const css = style?.type === 'asset' ? String(style.source) : ''
    const source = await readFile(join(import.meta.dirname, 'recover.html'), 'utf8')
    const page = source
      .replace('<!--style-->', () => `<style>${css}</style>`)
      .replace('<!--script-->', () => `<script>${script.replaceAll('</script', '<\\/script')}</script>`)
    await writeFile(join(dir, 'recover.html'), page)
  },
})

/** Returns the style files of a script and of all chunks that it imports, each once. */
const stylesOf = (entry: Rolldown.OutputChunk, bundle: Bundle): string[] => {
  const styles = new Set<string>()
  const seen = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk): void => {
    if (seen.has(chunk.fileName)) return
    seen.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported)
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  visit(entry)
  return [...styles]
}

const integrity = async (dir: string, fileName: string): Promise<string> => {
  const hash = createHash('sha384')
    .update(await readFile(join(dir, fileName)))
    .digest('base64')
  return `integrity="sha384-${hash}" crossorigin="anonymous"`
}
const styleTag = async (dir: string, fileName: string): Promise<string> =>
  `<link rel="stylesheet" href="/${fileName}" ${await integrity(dir, fileName)} />`
const scriptTag = async (dir: string, fileName: string): Promise<string> =>
  `<script type="module" src="/${fileName}" ${await integrity(dir, fileName)}></script>`
