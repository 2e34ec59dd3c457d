import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile } from 'node:fs/promises'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeTestFolder, writeFilesInto } from '../../test/parts.ts'
import { findFreePort, startServerProcess } from '../../test/process.ts'

// A test starts a server and a proxy.
vi.setConfig({ testTimeout: 60_000 })

const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')

/** Returns the README's block for a proxy, with the ports of the test. */
const readBlock = (proxy: 'nginx' | 'Caddy', upstream: number): string => {
  const [, block] = new RegExp(`^${proxy}:\\n\\n\`\`\`\\w*\\n(.*?)\`\`\``, 'ms').exec(readme) ?? []
  if (!block) throw new Error(`README.md has no block for ${proxy}.`)
  return block.replaceAll('127.0.0.1:4100', `127.0.0.1:${upstream}`)
}

/** The version of a program of this machine, or undefined. nginx prints its version as an error. */
const versionOf = (program: string, ...words: string[]): string | undefined => {
  try {
    return execFileSync('sh', ['-c', `${[program, ...words].join(' ')} 2>&1`], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

type Proxy = { program: string; version: string | undefined; start: (upstream: number, port: number) => Promise<void> }

/** Starts a proxy in its own folder, and ends it with the test. */
const run = (folder: string, program: string, words: string[]): void => {
  const child = spawn(program, words, { cwd: folder, env: { ...process.env, HOME: folder }, stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  })
}

const nginxVersion = versionOf('nginx', '-v')
/** nginx before 1.25.1 has no `http2 on`, as the README says. */
const isOldNginx = (): boolean => {
  const [, major = 0, minor = 0, patch = 0] = (/(\d+)\.(\d+)\.(\d+)/.exec(`${nginxVersion}`) ?? []).map(Number)
  return major * 1e6 + minor * 1e3 + patch < 1_025_001
}

const proxies: Proxy[] = [
  {
    program: 'nginx',
    version: versionOf('openssl', 'version') && nginxVersion,
    start: async (upstream, port) => {
      const folder = await makeTestFolder()
      await chmod(folder, 0o777)
      execFileSync(
        'openssl',
        ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'].concat([
          '-subj',
          '/CN=modal.example',
          '-keyout',
          'appkit.key',
          '-out',
          'appkit.pem',
        ]),
        { cwd: folder, stdio: 'ignore' },
      )
      const block = readBlock('nginx', upstream)
        .replaceAll('/etc/ssl', folder)
        .replace(/listen 443 ssl;\n\s*http2 on;/, (lines) => (isOldNginx() ? 'listen 443 ssl http2;' : lines))
        .replace('listen 443', `listen 127.0.0.1:${port}`)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const settings = `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; events {}`
      const text = `${settings} http { access_log off; ${temporary.join(' ')} ${block} }`
      await writeFilesInto(folder, { 'nginx.conf': text })
      run(folder, 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')])
    },
  },
  {
    program: 'caddy',
    version: versionOf('caddy', 'version'),
    start: async (upstream, port) => {
      const folder = await makeTestFolder()
      // Certificates of the test's own, and no port 80.
      const settings = `{\n  admin off\n  local_certs\n  skip_install_trust\n  auto_https disable_redirects\n  https_port ${port}\n}\n`
      await writeFilesInto(folder, { Caddyfile: settings + readBlock('Caddy', upstream) })
      run(folder, 'caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'])
    },
  },
]

/** Fifty long origins make headers of more than 4 KB. */
const allowedOrigins = Array.from({ length: 50 }, (_, index) => `https://a-shop-with-a-long-name-${index}.example.com`)
const [site = ''] = allowedOrigins

const startBehind = async ({ start }: Proxy, own: object = {}) => {
  const [upstream, port] = [await findFreePort(), await findFreePort()]
  const origins = { modalOrigin: 'https://modal.example', walletOrigin: 'https://wallet.example' }
  const projects = [{ id: 'shop', name: 'Shop', allowedOrigins, networks: [{ id: 'eip155:1', rpcUrls: [] }] }]
  const config = { ...origins, port: upstream, host: '127.0.0.1', trustedProxyHops: 1, projects, ...own }
  const server = await startServerProcess(config, { NODE_ENV: 'production' })
  await server.ready()
  await start(upstream, port)

  const ask = (host: string, path: string, { body, ...options }: RequestOptions & { body?: string } = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
      const headers = { ...options.headers, Host: host }
      const target = { host: '127.0.0.1', port, path, servername: host, rejectUnauthorized: false }
      const asked = request({ ...options, ...target, headers }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
      })
      asked.on('error', reject)
      asked.end(body)
    })
  // The proxy answers once it listens and its certificate is made.
  await vi.waitFor(async () => expect((await ask('modal.example', '/health')).status).toBe(200), { timeout: 20_000 })
  return ask
}

describe.each(proxies)('behind $program, set up as the README says', (proxy) => {
  test.skipIf(!proxy.version)(
    'modal and wallet answer with their own headers, however many sites may use them',
    async () => {
      const ask = await startBehind(proxy)
      const frame = await ask('modal.example', '/f/?theme=light')
      expect(frame.status).toBe(200)
      for (const origin of allowedOrigins) expect(frame.headers['content-security-policy']).toContain(origin)
      expect(frame.headers['strict-transport-security']).toContain('preload')
      expect((await ask('wallet.example', '/s/')).status).toBe(200)
      expect((await ask('modal.example', '/s/')).status).toBe(404)
    },
  )

  test.skipIf(!proxy.version)('a request to a node may have a body of 2 MiB', async () => {
    const ask = await startBehind(proxy)
    const data = 'ab'.repeat(1_000_000 - 200)
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ data: `0x${data}` }, 'latest'],
    })
    const headers = { Origin: site, 'Content-Type': 'application/json' }
    const { status } = await ask('modal.example', '/v1?chainId=eip155:1&projectId=shop', {
      method: 'POST',
      headers,
      body,
    })
    // The project has no node, so any answer of the server itself shows that the request arrived.
    expect(status).not.toBe(413)
    expect(status).not.toBe(502)
  })

  test.skipIf(!proxy.version)('a visitor who invents addresses stays within the rate limit', async () => {
    const ask = await startBehind(proxy, { requestsPerSecond: 1 })
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        ask('modal.example', '/auth/v1/nonce?projectId=shop', {
          headers: { Origin: site, 'X-Forwarded-For': `203.0.113.${index}` },
        }),
      ),
    )
    expect(statuses.map(({ status }) => status)).toContain(429)
  })
})
