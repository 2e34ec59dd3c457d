import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const system = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** An installed Chromium: the one in CHROMIUM_PATH, Playwright's own, or the system's. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH=${env.CHROMIUM_PATH} does not exist.`)
  }
  return [chromium.executablePath(), ...system].find((path) => path && existsSync(path))
}

/** Finds or installs a Chromium: by Playwright, or as root by the system's package manager. */
export function provideBrowser(): string {
  const found = findBrowser()
  if (found) return found
  console.log('No Chromium here; installing one …')
  const attempts: [string, string[]][] = [['playwright', ['install', 'chromium']]]
  if (process.getuid?.() === 0) {
    attempts.push(
      ['apt-get', ['update']],
      ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']],
      ['dnf', ['install', '-y', 'chromium']],
      ['apk', ['add', 'chromium']],
    )
  }
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.')
}
