import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser } from '../browser.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import { buildPackages } from './build.ts'
import { runCommand } from './runCommand.ts'

/**
 * `npm run record`: records the data of the current version into `e2e/fixtures/<version>`, with which tests check that
 * later versions still read it. The version is that of `loader/package.json`. `-- --loader-only` writes only the
 * loader's files.
 */
const loaderOnly = process.argv.includes('--loader-only')
const { version } = JSON.parse(readFileSync(new URL('../../loader/package.json', import.meta.url), 'utf8'))
const written = loaderOnly ? 'loader' : 'recording.json'
const folder = fileURLToPath(new URL(`../fixtures/${version}/${written}`, import.meta.url))

async function record(): Promise<number> {
  if (existsSync(folder)) {
    console.error(`${folder} exists. Later versions are tested with it, so delete it first if no release has it.`)
    return 1
  }
  if (!(await buildPackages())) return 1
  const { code } = await runCommand('playwright', ['test', '--config', 'e2e/fixtures/record.config.ts'], {
    env: { CHROMIUM_PATH: findOrInstallBrowser(), RECORD_VERSION: version, RECORD_LOADER_ONLY: loaderOnly ? '1' : '' },
  })
  return code
}

onShutdown(() => process.exit(1))
process.exit(await record())
