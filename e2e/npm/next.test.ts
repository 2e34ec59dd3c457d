import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { version } from '../../loader/npm/integrity.ts'
import { prepareLoader } from '../../server/src/http/documents/versions.ts'
import { findOrInstallBrowser } from '../browser.ts'
import { createProcessGroup } from '../stack/processGroup.ts'
import { installScriptedWallet } from '../wallets/scripted.ts'
import { makeSite, repository } from './packageSite.ts'

const walletOrigin = 'https://wallet.example'
const account = '0x1111111111111111111111111111111111111111'
const caipAddress = `eip155:1:${account}`
/** AppKit stored this when the visitor connected the scripted wallet. */
const hint = JSON.stringify({
  eip155: {
    ...{ status: 'reconnecting', connectorId: 'test.scripted', caipNetworkId: 'eip155:1' },
    ...{ caipAddress, caipAddresses: [caipAddress] },
  },
})

let lost = ''
const processes = createProcessGroup((name, said) => {
  lost = `${name} ended: ${said}`
})
let site: Awaited<ReturnType<typeof makeSite>>
let files: Server
let browser: Browser
let address = ''

/** Serves the loader as an AppKit server in production does, and returns its origin. */
const serveLoader = async (versionsFolder: string): Promise<string> => {
  const served = new Map<string, Uint8Array>()
  files = createServer(({ url = '' }, response) => {
    const headers = { 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' }
    response.writeHead(served.has(url) ? 200 : 404, headers).end(served.get(url))
  })
  files.listen(0, '127.0.0.1')
  await once(files, 'listening')
  const frameOrigin = originOf(files)
  const loader = await prepareLoader({
    ...{ folder: join(repository, 'loader/dist'), packageVersion: version, production: true },
    ...{ frameOrigin, secureOrigin: walletOrigin, versionsFolder },
  })
  for (const [path, { encoded }] of loader.files) served.set(path, encoded.identity.body)
  return frameOrigin
}
const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

beforeAll(async () => {
  site = await makeSite('next')
  const port = await freePort()
  const environment = {
    ...{ MODAL_ORIGIN: await serveLoader(join(site.folder, 'versions')), WALLET_ORIGIN: walletOrigin },
    ...{ REPOSITORY: repository, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  }
  const next = join(repository, 'node_modules/next/dist/bin/next')
  const build = processes.add('next build', process.execPath, [next, 'build', site.folder], environment)
  const [code] = await once(build, 'close')
  if (code !== 0) throw new Error(lost)
  processes.add('next start', process.execPath, [next, 'start', site.folder, '-p', String(port)], environment)
  address = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(address)).status).toBe(200), { timeout: 30_000 })
  const executablePath = findOrInstallBrowser()
  browser = await chromium.launch({ executablePath })
})
afterAll(async () => {
  await browser?.close()
  await processes.stop()
  files?.close()
  await site?.remove()
})

test('a site with Next.js renders on the server, hydrates without a warning, and restores the connection', async () => {
  expect(await (await fetch(address)).text()).toContain('Connect Wallet')
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await installScriptedWallet(page, { accounts: [account], chainId: '0x1', permitted: true })
  await page.addInitScript((stored) => localStorage.setItem('appkit', stored), hint)
  await page.goto(address)
  await expect.poll(() => page.locator('#status').textContent()).toBe('connected')
  expect(await page.locator('button').textContent()).toBe('0x11…111111')
  await page.locator('button').click()
  await expect.poll(() => page.locator('#modal').textContent()).toBe('open')
  expect(problems.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
})
