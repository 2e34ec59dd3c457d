import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser } from '../browser.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import { readArguments } from './attackArguments.ts'
import {
  type AttackRow,
  formatTable,
  readGates,
  readPlaywrightRows,
  readReport,
  readVitestRows,
} from './attackReport.ts'
import { buildPackages } from './build.ts'
import { runCommand } from './runCommand.ts'

/**
 * `npm run attack`: runs every test that reports a result for a security gate (`loader/protocol/test/attack.ts`), with
 * the gates' full numbers, and prints a table. Arguments choose gates, or files by a word in their path:
 * `npm run attack -- G7 custody`. `--minutes=20` ends each long attack after that time, and `--resume` continues where
 * its last run ended.
 */
const reports = fileURLToPath(new URL('../../test-results/', import.meta.url))
const kept = join(process.env.DATA_DIR ?? reports, 'attack')
const { gates, words, env } = readArguments(process.argv.slice(2))
const isChosen = (path: string, gatesOf: (gate: string) => boolean): boolean =>
  (gates.length === 0 && words.length === 0) || gates.some(gatesOf) || words.some((word) => path.includes(word))

/**
 * The browser tests of each gate. With ATTACK=full, those of clicks play more tricks than in `npm test`. They report each
 * kind of trick as a row of the table, and all others have a row for the whole file, which `what` names.
 */
const browserGates = [
  { gate: 'G2', file: 'attacks/takeover.spec.ts', what: 'tests of a hostile modal under our CSP' },
  { gate: 'G4', file: 'attacks/clickjack.spec.ts', what: 'tests of tricks by the page and the modal' },
  { gate: 'G4', file: 'attacks/maskedCard.spec.ts', what: 'tests of tricks that a card can’t notice' },
  { gate: 'G4', file: 'attacks/windowTricks.spec.ts', what: 'tests of tricks on the wallet’s own window' },
  { gate: 'G4', file: 'attacks/settings.spec.ts', what: 'tests of settings that take something away' },
  { gate: 'G4', file: 'attacks/heardCodes.spec.ts', what: 'tests of pages that listen to a code' },
  { gate: 'G4', file: 'attacks/hostileModal.spec.ts', what: 'tests of a hostile modal that calls every method' },
  { gate: 'G6', file: 'attacks/isolation.spec.ts', what: 'tests of documents that embed the frames' },
  { gate: 'G6', file: 'attacks/framedSite.spec.ts', what: 'tests of sites in a frame' },
  {
    gate: 'G12',
    file: 'email/email.spec.ts',
    what: 'tests of a login, while everything outside the wallet is recorded',
  },
  { gate: 'G13', file: 'custody/denied.spec.ts', what: 'tests of a browser that keeps nothing' },
  { gate: 'G13', file: 'custody/restart.spec.ts', what: 'tests of a browser that was closed' },
  { gate: 'G13', file: 'custody/recoveryKit.spec.ts', what: 'tests of another browser' },
  { gate: 'G18', file: 'custody/recoveryKit.spec.ts', what: 'tests of a backup without a server' },
  { gate: 'G14', file: 'custody/passkey.spec.ts', what: 'tests with passkeys' },
  { gate: 'G14', file: 'custody/self.spec.ts', what: 'tests with passkeys in self custody' },
]

async function unitRows(): Promise<AttackRow[]> {
  const files = globSync('{loader,frame-app,secure-wallet,server}/{src,protocol}/**/*.test.ts')
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ path, text }) => text.includes('test/attack.ts') && isChosen(path, (gate) => text.includes(`'${gate}'`)))
    .map(({ path }) => path)
  if (files.length === 0) return []
  const file = `${reports}attack.json`
  await rm(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, '--silent=passed-only']
  const { code } = await runCommand('vitest', ['run', '--config', 'e2e/vitest.config.ts', ...reporters, ...files], {
    env: { CI: '1', ATTACK: 'full', ATTACK_KEPT: kept, ...env },
  })
  return finish(file, code, readVitestRows)
}

async function browserRows(): Promise<AttackRow[]> {
  const chosen = browserGates.filter(({ gate, file }) => isChosen(file, (wanted) => wanted === gate))
  if (chosen.length === 0) return []
  if (!(await buildPackages())) return [ended('the build')]
  const report = `${reports}attackBrowser.json`
  await rm(report, { force: true })
  const files = chosen.map(({ file }) => `/${file.replaceAll('.', '\\.')}$`)
  const { code } = await runCommand('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...files], {
    env: { CHROMIUM_PATH: findOrInstallBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ATTACK: 'full' },
  })
  return finish(report, code, (content: Parameters<typeof readPlaywrightRows>[0]) =>
    readPlaywrightRows(content, chosen),
  )
}

/** Adds a failed row if the runner failed without naming a failed test, for example because it could not start. */
async function finish<Report>(file: string, code: number, read: (report: Report) => AttackRow[]): Promise<AttackRow[]> {
  const rows = existsSync(file) ? read(await readReport<Report>(file)) : []
  if (code === 0 || rows.some(({ passed }) => !passed)) return rows
  return [...rows, ended(`a runner that ended with code ${code}`)]
}

const ended = (what: string): AttackRow => ({ gate: '–', what, count: 1, passed: false, seconds: 0, notes: [] })

onShutdown(() => process.exit(1))
for (const folder of [reports, kept]) await mkdir(folder, { recursive: true })
const rows = [...(await unitRows()), ...(await browserRows())].filter(
  // A file may hold attacks of several gates.
  ({ gate, passed }) => gates.length === 0 || words.length > 0 || !passed || gates.includes(gate),
)
const model = readFileSync(new URL('../../secure-wallet/SECURITY-MODEL.md', import.meta.url), 'utf8')
// A run of chosen files says nothing about the other gates.
const listed = words.length > 0 ? [] : readGates(model).filter(({ gate }) => gates.length === 0 || gates.includes(gate))
console.log(`\n${formatTable(rows, listed)}`)
process.exit(rows.length === 0 || rows.some(({ passed }) => !passed) ? 1 : 0)
