import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const builtPackage = fileURLToPath(new URL('../../dist/package', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const isWindows = process.platform === 'win32'
const run = (command: string, args: string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', shell: isWindows, stdio: ['ignore', 'pipe', 'pipe'] })

/** The TypeScript settings of a bundler's template. */
const compilerOptions = {
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
  ...{ strict: true, noUnusedLocals: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  ...{ noEmit: true, jsx: 'react-jsx' },
}

/** Packs the built package, and installs it in the folder of a new site. */
export const makePackedSite = () => {
  if (!existsSync(builtPackage)) throw new Error('The package is not built. Build it with: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'appkit-package-'))
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], builtPackage))
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  run('tar', ['xzf', join(folder, packed.filename)], folder)
  run(process.execPath, ['-e', "fs.renameSync('package', 'node_modules/appkit-frame')"], folder)
  for (const name of ['react', 'wagmi', 'viem', 'jose', '@types/react'])
    symlinkSync(join(modules, name), join(folder, 'node_modules', name), 'junction')
  return {
    folder,
    tarball: join(folder, packed.filename),
    files: packed.files as { path: string }[],
    runNode: (file: string): string => run(process.execPath, [file], folder),
    /** Returns the compiler's complaints about the site's module `site.tsx`, and about further files of the site. */
    compile: (source: string, options: { [setting: string]: unknown; files?: string[] } = {}): string => {
      const { files = [], ...settings } = options
      writeFileSync(join(folder, 'site.tsx'), source)
      const config = { compilerOptions: { ...compilerOptions, ...settings }, files: ['site.tsx', ...files] }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
      try {
        return run(join(modules, '.bin/tsc'), ['-p', folder], folder)
      } catch (failed) {
        return Object(failed).stdout
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
