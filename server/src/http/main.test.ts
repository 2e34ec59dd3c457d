import { once } from 'node:events'
import { createServer, request as httpRequest, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTestFolder, writeFilesInto } from '../../test/parts.ts'
import { findFreePort, requestModalHost, startServerProcess } from '../../test/process.ts'
import { startBrokenRpcNode } from '../../test/rpcNode.ts'
import { askWalletProcess, walletProcessConfig } from '../../test/walletProcess.ts'

// These tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const project = { id: 'demo', name: 'Demo', environment: 'development', allowedOrigins: ['http://localhost:*'] }

test('the server finishes running requests before it stops', async () => {
  const port = await findFreePort()
  let hear: (response: ServerResponse) => void = () => undefined
  const asked = new Promise<ServerResponse>((resolve) => {
    hear = resolve
  })
  const node = await startBrokenRpcNode((response) => hear(response))
  const networks = [{ id: 'eip155:1', rpcUrls: [node.url] }]
  const server = await startServerProcess({ projects: [{ ...project, networks }] }, { PORT: String(port) })
  await server.ready()
  const slow = requestModalHost(port, '/v1/?chainId=eip155:1', '{"jsonrpc":"2.0","id":7,"method":"eth_chainId"}')
  const held = await asked
  server.signal('SIGTERM')
  await server.waitForEvent('stopping')
  held.end('{"jsonrpc":"2.0","id":0,"result":"0x1"}')
  expect(JSON.parse((await slow).text)).toEqual({ jsonrpc: '2.0', id: 7, result: '0x1' })
  const { code, output } = await server.ended()
  expect([code, output.includes('"event":"stopped","unfinished":false')]).toEqual([0, true])
})

test('logs no error if a client aborts an upload', async () => {
  const port = await findFreePort()
  const server = await startServerProcess({ projects: [project] }, { PORT: String(port) })
  await server.ready()
  for (const path of ['/v1/?chainId=eip155:1', '/v1/reports']) {
    const headers = { Host: `modal.localhost:${port}`, 'Content-Length': '1000' }
    const upload = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers })
    upload.on('error', () => undefined)
    upload.write('{')
    await new Promise((resolve) => setTimeout(resolve, 200))
    upload.destroy()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  server.signal('SIGTERM')
  const { output } = await server.ended()
  expect(output.match(/"event":"[^"]+"/g)?.filter((event) => event !== '"event":"request"')).toEqual([
    '"event":"ready"',
    '"event":"stopping"',
    '"event":"stopped"',
  ])
})

test('the server logs the script tag when it is ready', async () => {
  const port = await findFreePort()
  const server = await startServerProcess({ projects: [project] }, { PORT: String(port) })
  await server.ready()
  expect((await requestModalHost(port, '/ready')).status).toBe(200)
  server.signal('SIGINT')
  const ready = JSON.parse((await server.ended()).output.split('\n')[0] ?? '')
  expect(ready.tag).toMatch(
    /^<script src="http:\/\/modal\.localhost:\d+\/v\/1\.2\.3-dev\/loader\.js" integrity="sha384-/,
  )
})

test('the server names PORT in the error if the port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : 0)
  const { code, output } = await (await startServerProcess({ projects: [project] }, { PORT: port })).ended()
  expect([code, output]).toEqual([1, `Port ${port} is taken. Set PORT to another one.\n`])
})

test('the server prints a mistake in the configuration without a stack trace', async () => {
  const { code, output } = await (await startServerProcess({ projects: [{ ...project, nmae: 1 }] }, {})).ended()
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^\S+appkit\.config\.json, line 1: projects\[0\]\.nmae: is not a known field\n$/),
  ])
})

test("the server prints file and line of a mistake in the operator's file of wallets", async () => {
  const directory = { wallets: 'own.json' }
  const folder = await makeTestFolder()
  await writeFilesInto(folder, {
    'appkit.config.json': JSON.stringify({ projects: [project], directory }),
    'own.json': '{\n  "wallets": [\n    { "name": "Own", "chains": ["eip155:1"] }\n  ]\n}',
  })
  const server = await startServerProcess(
    { projects: [project] },
    { APPKIT_CONFIG: join(folder, 'appkit.config.json') },
  )
  const { code, output } = await server.ended()
  expect([code, output]).toEqual([1, `${folder}/own.json, line 3: needs an id, an rdns or a homepage\n`])
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('the server stops gracefully on %s', async (signal) => {
  const server = await startServerProcess({ projects: [project] }, { PORT: String(await findFreePort()) })
  await server.ready()
  server.signal(signal)
  const { code, output } = await server.ended()
  expect([code, output]).toEqual([0, expect.stringContaining('"event":"stopped","unfinished":false')])
})

test('names the missing database of sign-ins on a server without a mail server', async () => {
  const [port, closed] = [await findFreePort(), await findFreePort()]
  const environment = { PORT: String(port), DATABASE_URL: `postgres://127.0.0.1:${closed}/wallet` }
  const server = await startServerProcess({ projects: [project] }, environment)
  await server.ready()
  const database = { part: 'database', reason: 'UNREACHABLE' }
  const [ready, wallet] = [await requestModalHost(port, '/ready'), await requestModalHost(port, '/ready/wallet')]
  expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'ready', missing: [database] }])
  const mail = { part: 'mail', reason: 'NOT_CONFIGURED' }
  expect([wallet.status, JSON.parse(wallet.text)]).toEqual([503, { status: 'not ready', missing: [mail, database] }])
})

test('stays ready for the modal without a database, names what is missing, and logs refused wallet requests', async () => {
  const [port, closed] = [await findFreePort(), await findFreePort()]
  const server = await startServerProcess(walletProcessConfig('smtp://127.0.0.1:1'), {
    PORT: String(port),
    DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${closed}/wallet`,
  })
  await server.ready()
  const missing = [{ part: 'database', reason: 'UNREACHABLE' }]
  const [ready, wallet, health] = await Promise.all(
    ['/ready', '/ready/wallet', '/health'].map((path) => requestModalHost(port, path)),
  )
  expect([ready?.status, JSON.parse(ready?.text ?? '')]).toEqual([200, { status: 'ready', missing }])
  expect([wallet?.status, JSON.parse(wallet?.text ?? '')]).toEqual([503, { status: 'not ready', missing }])
  expect(health).toEqual({ status: 200, text: '{"status":"ok"}' })

  const refused = await askWalletProcess(port)('flows/AAAAAAAAAAAAAAAAAAAAAAAA/result', {
    method: 'POST',
    body: JSON.stringify({ result: { iv: 'A'.repeat(16), data: 'A'.repeat(22) } }),
  })
  server.signal('SIGTERM')
  const { output } = await server.ended()
  const id = refused.headers.get('X-Request-Id')
  expect(id).toMatch(/^[\da-f-]{36}$/)
  const line = output.split('\n').find((text) => text.includes(`"id":"${id}"`))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    event: 'request',
    route: '/secure/v1/wallet/flows/:id/result',
    status: 503,
    code: 'RESOURCE_UNAVAILABLE',
  })
  expect(output).toContain('"event":"database could not be opened","code":"ECONNREFUSED"')
  for (const secret of ['hunter2', 'AAAA']) expect(output).not.toContain(secret)
})

test.each([
  ['--pubish', '--pubish is no command. There are --publish and --move-database.'],
  ['--publish', '--publish needs RELEASES_DIR and RELEASES_PUBLIC_KEY.'],
  ['--move-database', '--move-database needs DATABASE_URL, the empty PostgreSQL.'],
])('ends with a sentence if it can not run the command %s', async (word, problem) => {
  const { code, output } = await (await startServerProcess({ projects: [project] }, {}, undefined, [word])).ended()
  expect([code, output]).toEqual([1, `${problem}\n`])
})
