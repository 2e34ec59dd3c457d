import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { provideBrowser } from '../browser.ts'
import { build } from '../commands/build.ts'
import { onEnd } from '../stack/parentEnd.ts'
import { freePorts } from '../stack/ports.ts'
import { startStack } from '../stack/stack.ts'
import type { BenchContext, Measure, Row } from './row.ts'
import { embedded } from './rows/embedded.ts'
import { firstView } from './rows/firstView.ts'
import { host } from './rows/host.ts'
import { opening } from './rows/opening.ts'
import { server } from './rows/server.ts'
import { sizes } from './rows/sizes.ts'
import { start } from './rows/start.ts'
import { walletConnect } from './rows/walletConnect.ts'

/** `npm run bench`: measures sizes and times, each beside its lower bound (`floor`) of the same run. A slow time never fails. */
const measures: Record<string, Measure> = { sizes, firstView, opening, host, walletConnect, embedded, server, start }
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)

onEnd(() => process.exit(1))
if (!(await build())) process.exit(1)
const executablePath = provideBrowser()
const data = await mkdtemp(join(tmpdir(), 'appkit-bench-'))
const stack = await startStack({
  ports: await freePorts(),
  data,
  withMail: {},
  onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
})
const { mailBox } = stack
if (!mailBox) throw new Error('The stack has no mail box.')
const { floor, stop } = await startFloorServer()
const only = process.argv.slice(2)
const rows: Row[] = []
for (const [name, measure] of Object.entries(measures)) {
  if (only.length && !only.includes(name)) continue
  console.error(`measuring ${name} …`)
  try {
    rows.push(
      ...(await measure({
        stack: stack.addresses,
        mailBox,
        launch: (args = []) => chromium.launch({ executablePath, args }),
        floor,
        rounds,
      })),
    )
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    rows.push({ figure: name, measured: `could not be measured: ${message}`, bound: '', holds: false })
  }
}
stop()
await stack.stop()
await rm(data, { recursive: true, force: true })
console.log(table(rows))

/** Serves the hand-written pages that the product is compared with. */
async function startFloorServer(): Promise<{ floor: BenchContext['floor']; stop(): void }> {
  const pages = new Map<string, { body: string | Uint8Array; headers: Record<string, string> }>()
  const server = createServer((request, response) => {
    const found = pages.get(request.url ?? '')
    response
      .writeHead(found ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', ...found?.headers })
      .end(found?.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    floor: {
      add: (path, body, headers = {}) => void pages.set(path, { body, headers }),
      url: (host, path) => `http://${host}.localhost:${port}${path}`,
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function table(lines: Row[]): string {
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
