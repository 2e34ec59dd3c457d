import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import { unfilledMark } from './protocol/origins/fillOrigins.ts'

type Output = { entry: string; file: string; format: 'iife' | 'es'; limit?: number }

/**
 * The files that the server serves. `limit` is in bytes of gzip -9. The server finds each `notices-<language>.js` by
 * its name.
 */
export const loaderFiles = [
  { entry: 'src/core/index.ts', file: 'loader.js', format: 'iife', limit: 3_072 },
  { entry: 'src/bridge/index.ts', file: 'bridge.js', format: 'iife', limit: 6_144 },
  { entry: 'src/page/index.ts', file: 'page.js', format: 'iife', limit: 7_168 },
  { entry: 'src/siwx/index.ts', file: 'siwx.js', format: 'iife', limit: 2_048 },
  { entry: 'src/solana/index.ts', file: 'solana.js', format: 'iife', limit: 2_048 },
  { entry: 'src/bitcoin/index.ts', file: 'bitcoin.js', format: 'iife', limit: 2_048 },
  { entry: 'src/chains/index.ts', file: 'chains.js', format: 'iife', limit: 2_048 },
  { entry: 'src/notices/ar.ts', file: 'notices-ar.js', format: 'iife', limit: 1_536 },
  { entry: 'src/notices/de.ts', file: 'notices-de.js', format: 'iife', limit: 1_536 },
  { entry: 'src/notices/en.ts', file: 'notices-en.js', format: 'iife', limit: 1_536 },
  { entry: 'src/core/entry.ts', file: 'loader.mjs', format: 'es' },
] as const satisfies Output[]

/** The build target: the oldest browsers, about two years old, that run the code. */
export const target = ['chrome131', 'firefox133', 'safari18.1']

/**
 * Evaluates a module at build time and replaces it by the values of its exports. So no bundle contains the module's
 * code.
 */
export const precomputed = (file: string): Plugin => ({
  name: 'precomputed',
  load: async (id) => {
    if (!id.endsWith(file)) return null
    const values: Record<string, unknown> = await import(pathToFileURL(id).href)
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${value instanceof RegExp ? value : JSON.stringify(value)}`)
      .join('\n')
  },
})

/** The end of `loader.js`, which runs only if a page loads the file without a server. */
export const buildUnfilledEnd = async (): Promise<string> => {
  const { code } = await buildLoaderFile({ entry: 'src/unfilled.ts', file: 'unfilled.js', format: 'iife' })
  return `${unfilledMark}${code}`
}

export const buildLoaderFile = async (output: Output): Promise<Rollup.OutputChunk> => {
  const result = await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [precomputed('/src/methodPatterns.ts')],
    build: {
      target,
      write: false,
      modulePreload: false,
      minify: true,
      rolldownOptions: {
        input: output.entry,
        output: { format: output.format, entryFileNames: output.file },
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        preserveEntrySignatures: output.format === 'es' ? 'strict' : false,
      },
    },
  })
  const [chunk] = (result as Rollup.RollupOutput).output
  return chunk
}
