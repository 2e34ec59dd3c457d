import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type InputOption, type Plugin, rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { precomputed, target } from './bundle.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const compiler = fileURLToPath(import.meta.resolve('typescript/package.json').replace(/package\.json$/, 'lib/tsc.js'))

/** The entries of the package that have code. The entry `global` has types only. */
const entries = ['index', 'react', 'events', 'wagmi', 'server', 'integrity']

/** The libraries of a site that an entry uses. A site needs only those of the entries that it imports. */
const peers = { react: '^18.0.0 || ^19.0.0', viem: '^2.0.0', wagmi: '^3.0.0', jose: '^6.0.0' }

/** Writes the npm package `appkit-frame` into `folder`. Needs the built files of the loader. */
export const buildNpmPackage = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await bundle(folder, inputs(join(root, 'npm'), '.ts'), '.js', [precomputed('/builtLoader.ts') as Plugin])
  await writeFile(join(folder, 'global.js'), 'export {}\n')
  await buildTypes(folder)
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await copyFile(join(root, 'npm/README.md'), join(folder, 'README.md'))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest(version), undefined, 2)}\n`)
}

const inputs = (source: string, extension: string) =>
  Object.fromEntries(entries.map((name) => [name, join(source, `${name}${extension}`)]))

const buildTypes = async (folder: string): Promise<void> => {
  // Inside the package's folder, so that the compiler finds the types of the libraries.
  const emitted = await mkdtemp(join(dirname(folder), 'types-'))
  try {
    emitDeclarations(emitted, await writeCompilerSettings(emitted))
    // The compiler emits no declaration for a file that is one.
    for (const name of ['index.d.ts', 'npm/global.d.ts']) await copyFile(join(root, name), join(emitted, name))
    const plugins = [resolveDeclarations, ...dts({ emitDtsOnly: true, oxc: true, tsconfig: false })]
    await bundle(folder, inputs(join(emitted, 'npm'), '.d.ts'), '.d.ts', plugins)
    // A separate bundle shares no file with the others, so the server can serve it to pages with the script tag.
    await bundle(folder, { global: join(emitted, 'npm/global.d.ts') }, '.d.ts', plugins)
    const global = await readFile(join(folder, 'global.d.ts'), 'utf8')
    // Without an export the file would be a script, in which `declare global` is an error.
    await writeFile(join(folder, 'global.d.ts'), `${global.trimEnd()}\n\nexport {}\n`)
  } finally {
    await rm(emitted, { recursive: true })
  }
}

const writeCompilerSettings = async (folder: string): Promise<string> => {
  const settings = join(folder, 'tsconfig.json')
  const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: folder }
  await writeFile(
    settings,
    JSON.stringify({
      extends: join(root, '../tsconfig.json'),
      compilerOptions: { ...emit, types: ['node'] },
      ...{ include: [], files: [...Object.values(inputs(join(root, 'npm'), '.ts')), join(root, 'npm/global.d.ts')] },
    }),
  )
  return settings
}

const emitDeclarations = (folder: string, settings: string): void => {
  execFileSync(process.execPath, [compiler, '-p', settings], { cwd: folder, stdio: 'inherit' })
}

/** A declaration imports others by the name of their source, such as `./client.ts`. */
const resolveDeclarations: Plugin = {
  name: 'resolve-declarations',
  resolveId(id, importer) {
    const source = /^(\..*)(?<!\.d)\.ts$/.exec(id)?.[1]
    return importer && source ? this.resolve(`${source}.d.ts`, importer, { skipSelf: true }) : null
  },
}

const bundle = async (folder: string, input: InputOption, extension: string, plugins: Plugin[]): Promise<void> => {
  const external = Object.keys(peers).map((name) => new RegExp(`^${name}(/|$)`))
  const build = await rolldown({
    ...{ input, external, plugins, transform: { target: [...target] } },
    // rolldown keeps 'use client' at the top of an entry, and warns of it all the same.
    onLog: (level, log, report) => log.code === 'MODULE_LEVEL_DIRECTIVE' || report(level, log),
  })
  const names = `[name]${extension}`
  // The site's bundler minifies. Readable files keep stack traces readable.
  await build.write({ dir: folder, format: 'es', entryFileNames: names, chunkFileNames: names })
  await build.close()
}

const manifest = (version: string) => ({
  name: 'appkit-frame',
  version,
  description: 'A wallet modal in a frame: typed loader, React hooks, wagmi connector, and sign-in check for servers',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  main: './index.js',
  types: './index.d.ts',
  exports: {
    ...Object.fromEntries(
      [...entries, 'global'].map((name) => [
        name === 'index' ? '.' : `./${name}`,
        { types: `./${name}.d.ts`, default: `./${name}.js` },
      ]),
    ),
    './package.json': './package.json',
  },
  peerDependencies: peers,
  peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
})
