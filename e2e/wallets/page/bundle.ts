import { build } from 'vite'

const bundles = new Map<string, Promise<string>>()

/** One script that needs nothing from outside and makes one variable, `name`; made once in a process. */
export function bundleScript(entry: string, name: string): Promise<string> {
  const made = bundles.get(entry) ?? makeBundle(entry, name)
  bundles.set(entry, made)
  return made
}

async function makeBundle(entry: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name } },
  })
  const chunk = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0]
  if (chunk?.type !== 'chunk') throw new Error(`${entry} could not be bundled.`)
  return chunk.code
}
