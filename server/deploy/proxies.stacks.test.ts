import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTestFolder } from '../test/parts.ts'
import { findFreePort, startServerProcess } from '../test/process.ts'

// These tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const origins = Array.from(
  { length: 50 },
  (_, index) => `https://shop-number-${index}.department-of-coffee.retailer.example`,
)
const config = {
  modalOrigin: 'https://modal.example',
  walletOrigin: 'https://wallet.example',
  trustedProxyHops: 1,
  projects: [{ id: 'shop', name: 'Shop', allowedOrigins: origins }],
}

/** Reads the first block of a language from the server's README. */
const readBlock = async (language: string): Promise<string> => {
  const text = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1]
  if (!block) throw new Error(`The README has no block of ${language}.`)
  return block
}

const nginxVersion = (/nginx\/([\d.]+)/.exec(String(spawnSync('nginx', ['-v']).stderr))?.[1] ?? '')
  .split('.')
  .map(Number)
const [major = 0, minor = 0, patch = 0] = nginxVersion
const hasHttp2Directive = major * 1e6 + minor * 1e3 + patch >= 1_025_001

/** Makes a certificate, starts nginx with the block on a free port, and returns the port. */
const startNginx = async (block: string, serverPort: number): Promise<number> => {
  const [folder, port] = [await makeTestFolder(), await findFreePort()]
  const [key, certificate] = [join(folder, 'appkit.key'), join(folder, 'appkit.pem')]
  const make = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=modal.example -keyout ${key} -out ${certificate}`
  expect(spawnSync('openssl', make.split(' ')).status).toBe(0)
  const own = block
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl${hasHttp2Directive ? '' : ' http2'};`)
    .replace('http2 on;', hasHttp2Directive ? 'http2 on;' : '')
    .replace('/etc/ssl/appkit.pem', certificate)
    .replace('/etc/ssl/appkit.key', key)
    .replace('127.0.0.1:4100', `127.0.0.1:${serverPort}`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  // Otherwise nginx would start its workers as a user that can't write into the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const main = `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')} ${own} }`
  await writeFile(join(folder, 'nginx.conf'), main)
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void nginx.kill('SIGQUIT'))
  await vi.waitFor(() => ask(port, '/health'), 10_000)
  return port
}

const ask = (port: number, path: string, { host = 'modal.example', body }: { host?: string; body?: string } = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const options = {
      port,
      path,
      host: '127.0.0.1',
      servername: host,
      rejectUnauthorized: false,
      method: body ? 'POST' : 'GET',
    }
    const asked = request(
      { ...options, headers: { Host: host, Referer: 'https://modal.example/f/shop/' } },
      async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString()
        resolve({ status: answer.statusCode, headers: answer.headers, text })
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })

const startServer = async () => {
  const port = await findFreePort()
  const server = await startServerProcess(config, { PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' })
  const output = await server.ready()
  return { port, output }
}

test.skipIf(!major)("nginx with the README's block passes long headers and large bodies", async () => {
  const server = await startServer()
  expect(server.output).toContain('"event":"headers are long","project":"shop"')
  const block = await readBlock('nginx')
  const port = await startNginx(block, server.port)
  for (const [host, path] of [
    ['modal.example', '/f/shop/'],
    ['wallet.example', '/s/shop/'],
  ] as const) {
    const { status, headers } = await ask(port, path, { host })
    expect(status).toBe(200)
    for (const origin of origins) expect(headers['content-security-policy']).toContain(origin)
    expect(headers['strict-transport-security']).toBeDefined()
  }
  // nginx itself would refuse this body with status 413 and an HTML page.
  const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: ['x'.repeat(2_000_000)] })
  expect((await ask(port, '/v1/?projectId=shop&chainId=eip155:1', { body: large })).text).toContain('"jsonrpc"')
})

test.skipIf(!major)('nginx with its default buffers answers 502 for the headers that the log calls long', async () => {
  const server = await startServer()
  const block = (await readBlock('nginx')).replace(/ +proxy_buffer.*\n/g, '')
  const port = await startNginx(block, server.port)
  expect((await ask(port, '/s/shop/', { host: 'wallet.example' })).status).toBe(502)
})
