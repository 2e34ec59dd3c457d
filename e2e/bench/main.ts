import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { findOrInstallBrowser } from '../browser.ts'
import { buildPackages } from '../commands/build.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import { findFreePorts } from '../stack/ports.ts'
import { startStack } from '../stack/stack.ts'
import type { BenchContext, BenchRow, MeasureRows } from './row.ts'
import { measureEmbeddedWallet } from './rows/embedded.ts'
import { measureFirstView } from './rows/firstView.ts'
import { measureHandover } from './rows/handover.ts'
import { measureHostPage } from './rows/host.ts'
import { measureOpening } from './rows/opening.ts'
import { measureServer } from './rows/server.ts'
import { measureSizes } from './rows/sizes.ts'
import { measureStart } from './rows/start.ts'
import { measureWalletConnect } from './rows/walletConnect.ts'

/**
 * `npm run bench`: measures sizes and times, each beside its lower bound (`floor`) of the same run. A slow time never
 * fails.
 */
const measures: Record<string, MeasureRows> = {
  sizes: measureSizes,
  firstView: measureFirstView,
  opening: measureOpening,
  handover: measureHandover,
  host: measureHostPage,
  walletConnect: measureWalletConnect,
  embedded: measureEmbeddedWallet,
  server: measureServer,
  start: measureStart,
}
const rounds = Number(process.env.BENCH_ROUNDS ?? 9)

onShutdown(() => process.exit(1))
if (!(await buildPackages())) process.exit(1)
const executablePath = findOrInstallBrowser()
const data = await mkdtemp(join(tmpdir(), 'appkit-bench-'))
const ports = await findFreePorts()
const { floor, environment } = await createFloors(data, ports.server)
const stack = await startStack({
  ports,
  data,
  environment,
  withMail: {},
  onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
})
const { mailBox } = stack
if (!mailBox) throw new Error('The stack has no mail box.')
const browsers = new Set<Browser>()
const only = process.argv.slice(2)
const rows: BenchRow[] = []
for (const [name, measure] of Object.entries(measures)) {
  if (only.length && !only.includes(name)) continue
  console.error(`measuring ${name} …`)
  try {
    rows.push(
      ...(await measure({
        stack: stack.addresses,
        mailBox,
        launch,
        floor,
        rounds,
      })),
    )
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    rows.push({ figure: name, measured: `could not be measured: ${message}`, bound: '', holds: false })
  }
  // Closes the browsers that failed measurements left open.
  await Promise.all([...browsers].map((browser) => browser.close()))
}
await stack.stop()
await rm(data, { recursive: true, force: true })
console.log(table(rows))

async function launch(args: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args })
  browsers.add(browser)
  browser.on('disconnected', () => browsers.delete(browser))
  return browser
}

/**
 * Creates the hand-written pages (`floors`) that the product is compared with. The process of the product's server also
 * serves these pages, so that pages and product have the same speed. Returns the environment of that process.
 */
async function createFloors(data: string, port: number) {
  const folder = join(data, 'floors')
  await mkdir(folder, { recursive: true })
  const floor: BenchContext['floor'] = {
    add(name, body, headers = { 'content-type': 'text/html; charset=utf-8' }) {
      const page = { headers, body: Buffer.from(body).toString('base64') }
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(page))
    },
    url: (host, name) => `http://${host}.localhost:${port}/floor/${name}`,
  }
  const preload = pathToFileURL(join(import.meta.dirname, 'floors.mjs')).href
  return { floor, environment: { NODE_OPTIONS: `--import ${preload}`, BENCH_FLOORS: folder } }
}

function table(lines: BenchRow[]): string {
  const cells = [
    ['figure', 'measured', 'floor', 'bound', ''],
    ...lines.map(({ figure, measured, floor: least = '', bound, holds }) => [
      figure,
      measured,
      least,
      bound,
      holds ? '✓' : '✗',
    ]),
  ]
  const wide = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) => row.map((cell, column) => cell.padEnd(wide[column] ?? 0)).join('  ')).join('\n')
}
