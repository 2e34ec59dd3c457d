import { build } from 'vite'

const bundles = new Map<string, Promise<string>>()

/** Bundles an entry into one script that defines the variable `name`; cached per process. */
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
