import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))
const builtPackage = join(repository, 'loader/dist/package')

/**
 * Copies a site, and installs the packed package in it. The copy is inside the repository, so the site finds React and
 * the other libraries in the repository's packages.
 */
export const makeSite = async (
  name: 'react' | 'vue' | 'next',
): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const parent = join(repository, '.data/sites')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, `${name}-`))
  await cp(fileURLToPath(new URL(`sites/${name}`, import.meta.url)), folder, { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  const windows = process.platform === 'win32'
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    ...{ cwd: builtPackage, encoding: 'utf8', shell: windows, stdio: ['ignore', 'pipe', 'ignore'] },
  })
  execFileSync('tar', ['xzf', JSON.parse(packed)[0].filename], { cwd: folder })
  await rename(join(folder, 'package'), join(folder, 'node_modules/appkit-frame'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
