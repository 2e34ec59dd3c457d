import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const system = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const isRoot = process.getuid?.() === 0
type Command = [name: string, args: string[]]
const systemShell = '/usr/bin/chromium-headless-shell'

/** An installed Chromium: the one in CHROMIUM_PATH, Playwright's own, or the system's. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH=${env.CHROMIUM_PATH} does not exist.`)
  }
  return [chromium.executablePath(), ...system].find((path) => path && existsSync(path))
}

/**
 * An installed headless shell: a Chromium without windows, which needs less processor time. It is the one in
 * CHROMIUM_SHELL_PATH, the one beside CHROMIUM_PATH, Playwright's own, or the system's.
 */
export function findHeadlessShell(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM_SHELL_PATH) {
    if (existsSync(env.CHROMIUM_SHELL_PATH)) return env.CHROMIUM_SHELL_PATH
    throw new Error(`CHROMIUM_SHELL_PATH=${env.CHROMIUM_SHELL_PATH} does not exist.`)
  }
  // If CHROMIUM_PATH chooses a browser, only the shell beside this browser may replace it.
  if (env.CHROMIUM_PATH) return [`${env.CHROMIUM_PATH}-headless-shell`].find((path) => existsSync(path))
  return [...findPlaywrightShells(), systemShell].find((path) => existsSync(path))
}

/** Playwright can name the path of its browser, but not that of its shell, which is in the folder beside it. */
function findPlaywrightShells(): string[] {
  const [, folder, revision] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(chromium.executablePath()) ?? []
  if (!folder) return []
  return globSync(
    join(folder, `chromium_headless_shell-${revision}`, '*', '{chrome-headless-shell,headless_shell}{,.exe}'),
  )
}

/** Finds or installs a Chromium: by Playwright, or as root by the system's package manager. */
export function findOrInstallBrowser(): string {
  const found = findBrowser()
  if (found) return found
  console.log('No Chromium here; installing one …')
  const system: Command[] = [
    ['apt-get', ['update']],
    ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']],
    ['dnf', ['install', '-y', 'chromium']],
    ['apk', ['add', 'chromium']],
  ]
  const installed = installBy([['playwright', ['install', 'chromium']], ...(isRoot ? system : [])], findBrowser)
  if (installed) return installed
  throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.')
}

/** Finds or installs a headless shell. Without one, every test runs in the browser, which takes longer. */
export function findOrInstallHeadlessShell(): string | undefined {
  const found = findHeadlessShell()
  if (found || process.env.CHROMIUM_PATH) return found
  console.log('No headless shell of Chromium here; installing one …')
  const system: Command[] = [
    ['apt-get', ['update', '-qq']],
    ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']],
  ]
  // The package manager runs first, because an offline machine would otherwise wait half a minute for Playwright's
  // retries.
  return installBy(
    [...(isRoot ? system : []), ['playwright', ['install', '--only-shell', 'chromium']]],
    findHeadlessShell,
  )
}

/** Runs the install commands in order, and stops after the first one with which `find` finds the program. */
function installBy(commands: Command[], find: () => string | undefined): string | undefined {
  for (const [name, args] of commands) {
    spawnSync(name, args, { stdio: 'inherit', shell: process.platform === 'win32' })
    const installed = find()
    if (installed) return installed
  }
  return undefined
}
