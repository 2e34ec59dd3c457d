import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:https'
import { join } from 'node:path'
import { readSnippets } from '@appkit-frame/loader/protocol/test/snippets.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startGuardianProcess } from '../test/guardianProcess.ts'
import { makeTestFolder, writeFilesInto } from '../test/parts.ts'
import { findFreePort, startServerProcess } from '../test/process.ts'

// A test starts a server, a guardian and a proxy, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const snippets = ['README.md', 'server/README.md'].flatMap(readSnippets)

/** The blocks for a proxy of both READMEs, each once and in their order. */
const findBlocks = (proxy: 'nginx' | 'caddy'): string[] =>
  snippets.filter(({ language }) => language === proxy).map(({ code }) => code)

/** The version of a program of this machine, or undefined. nginx prints its version as an error. */
const versionOf = (program: string, word: string): string | undefined => {
  try {
    return execFileSync('sh', ['-c', `${program} ${word} 2>&1`], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

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

type Proxy = {
  program: 'nginx' | 'caddy'
  /** The programs that the tests need and this machine lacks. */
  missing: string[]
  /** Starts the proxy with the blocks, on a port of this machine. */
  start: (blocks: string, port: number) => Promise<void>
}

const listMissing = (programs: Record<string, string | undefined>): string[] =>
  Object.keys(programs).filter((name) => !programs[name])

const nginx: Proxy = {
  program: 'nginx',
  missing: listMissing({ nginx: nginxVersion, openssl: versionOf('openssl', 'version') }),
  start: async (blocks, port) => {
    const folder = await makeTestFolder()
    const [key, certificate] = [join(folder, 'appkit.key'), join(folder, 'appkit.pem')]
    const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=modal.example -keyout ${key} -out ${certificate}`
    execFileSync('openssl', words.split(' '), { stdio: 'ignore' })
    const own = blocks
      .replaceAll('/etc/ssl', folder)
      .replace(/listen 443 ssl;\n\s*http2 on;/g, (lines) => (isOldNginx() ? 'listen 443 ssl http2;' : lines))
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    // Otherwise nginx would start its workers as a user that can't write into the folder.
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const settings = `${user} daemon off; pid ${folder}/nginx.pid; events {}`
    await writeFilesInto(folder, {
      'nginx.conf': `${settings} http { access_log off; ${temporary.join(' ')} ${own} }`,
    })
    run(folder, 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')])
  },
}

const caddy: Proxy = {
  program: 'caddy',
  missing: listMissing({ caddy: versionOf('caddy', 'version') }),
  start: async (blocks, port) => {
    const folder = await makeTestFolder()
    // Certificates of the test's own, and no port 80.
    const settings = `{\n  admin off\n  local_certs\n  skip_install_trust\n  auto_https disable_redirects\n  https_port ${port}\n}\n`
    await writeFilesInto(folder, { Caddyfile: settings + blocks })
    run(folder, 'caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'])
  },
}

/** Fifty long origins make headers of more than 4 KB. */
const allowedOrigins = Array.from(
  { length: 50 },
  (_, index) => `https://shop-number-${index}.department-of-coffee.retailer.example`,
)
const [site = ''] = allowedOrigins
const modalHost = 'modal.example'
const walletHost = 'wallet.example'

type Question = { host?: string; method?: string; headers?: Record<string, string>; body?: string }

const startBehind = async (
  { program, start }: Proxy,
  { own = {}, guardianUrl = '', change = (blocks: string) => blocks } = {},
) => {
  const [upstream, port] = [await findFreePort(), await findFreePort()]
  const origins = { modalOrigin: `https://${modalHost}`, walletOrigin: `https://${walletHost}` }
  const projects = [
    { id: 'shop', name: 'Shop', allowedOrigins, networks: [{ id: 'eip155:1', rpcUrls: ['https://node.invalid'] }] },
  ]
  const config = { ...origins, port: upstream, host: '127.0.0.1', trustedProxyHops: 1, projects, ...own }
  const server = await startServerProcess(config, { NODE_ENV: 'production' })
  const output = await server.ready()
  const blocks = findBlocks(program).join('\n').replaceAll('127.0.0.1:4100', `127.0.0.1:${upstream}`)
  const guardianPort = guardianUrl && new URL(guardianUrl).port
  const changed = change(blocks.replaceAll('127.0.0.1:4107', `127.0.0.1:${guardianPort || 4107}`))
  // The processes of the README's upstream block are on other machines.
  await start(changed.replaceAll(/10\.0\.0\.\d+:4100/g, `127.0.0.1:${upstream}`), port)

  const ask = (path: string, { host = modalHost, body, ...options }: Question = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const headers = { ...options.headers, Host: host }
      const target = { host: '127.0.0.1', port, path, servername: host, rejectUnauthorized: false }
      const asked = request({ ...options, ...target, headers }, async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  // The proxy answers once it listens and its certificate is made.
  await vi.waitFor(async () => expect((await ask('/health')).status).toBe(200), { timeout: 20_000 })
  return { ask, output }
}

const expectDocuments = async ({ ask }: Awaited<ReturnType<typeof startBehind>>) => {
  for (const [host, path] of [
    [modalHost, '/f/shop/'],
    [walletHost, '/s/shop/'],
  ] as const) {
    const { status, headers } = await ask(path, { host })
    expect(status).toBe(200)
    for (const origin of allowedOrigins) expect(headers['content-security-policy']).toContain(origin)
    expect(headers['strict-transport-security']).toContain('preload')
  }
  expect((await ask('/s/shop/')).status).toBe(404)
}

test('all READMEs together have one block for each name that a proxy serves', () => {
  const names = (language: 'nginx' | 'caddy', pattern: RegExp) =>
    findBlocks(language).flatMap((block) => [...block.matchAll(pattern)].map(([, found = '']) => found))
  const expected = [`${modalHost} ${walletHost}`, 'guardian.example']
  expect(names('nginx', /server_name ([^;]*);/g)).toEqual(expected)
  expect(names('caddy', /^([^\s{}][^{\n]*) \{$/gm).map((hosts) => hosts.replaceAll(',', ''))).toEqual(expected)
  // A block in another language would run in no test.
  for (const { language, code } of snippets)
    if (/proxy_pass|reverse_proxy/.test(code)) expect(['nginx', 'caddy']).toContain(language)
})

const testBehind =
  ({ missing }: Proxy) =>
  (title: string, check: () => Promise<void>) => {
    const reason = missing.length > 0 ? ` (skipped: no ${missing.join(', no ')} on this machine)` : ''
    test.skipIf(missing.length > 0)(`${title}${reason}`, check)
  }

describe.each([nginx, caddy])('behind $program, set up as the READMEs say', (proxy) => {
  const it = testBehind(proxy)

  it('modal and wallet answer with their own headers, however many sites may use them', async () => {
    const behind = await startBehind(proxy)
    expect(behind.output).toContain('"event":"headers are long","project":"shop"')
    await expectDocuments(behind)
  })

  it('a request to a node may have a body of 2 MiB', async () => {
    const { ask } = await startBehind(proxy)
    const params = [{ data: `0x${'ab'.repeat(1_000_000 - 200)}` }, 'latest']
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_accounts', params })
    const headers = { Origin: site, 'Content-Type': 'application/json' }
    const path = '/v1/?chainId=eip155:1&projectId=shop'
    // The server refuses this method itself. Its JSON-RPC answer shows that the request arrived.
    expect((await ask(path, { method: 'POST', headers, body })).text).toContain('"jsonrpc"')
  })

  it('a visitor who invents addresses stays within the rate limit', async () => {
    const { ask } = await startBehind(proxy, { own: { requestsPerSecond: 1 } })
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        ask('/auth/v1/nonce?projectId=shop', {
          headers: { Origin: site, 'X-Forwarded-For': `203.0.113.${index}` },
        }),
      ),
    )
    expect(statuses.map(({ status }) => status)).toContain(429)
  })

  it('the guardian answers its links, and nothing else from outside', async () => {
    const guardian = await startGuardianProcess(60)
    const { ask } = await startBehind(proxy, { guardianUrl: guardian.url })
    const host = 'guardian.example'
    const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'id=1' }
    for (const path of ['/confirm', '/cancel']) {
      const page = await ask(`${path}?id=1&token=2`, { host })
      expect(page.headers['content-security-policy']).toContain("form-action 'self'")
      expect((await ask(path, { ...form, host })).headers['content-security-policy']).toContain("form-action 'self'")
    }
    expect((await fetch(`${guardian.url}/public-key`)).status).toBe(200)
    expect((await ask('/public-key', { host })).status).toBe(404)
  })
})

describe('behind nginx', () => {
  const it = testBehind(nginx)

  it('several processes answer through the upstream block', async () => {
    const change = (blocks: string) => blocks.replace(/proxy_pass http:\/\/127[^;]*;/, 'proxy_pass http://appkit;')
    await expectDocuments(await startBehind(nginx, { change }))
  })

  it('default buffers answer 502 for the headers that the log calls long', async () => {
    const change = (blocks: string) => blocks.replace(/ +proxy_buffer.*\n/g, '')
    const { ask } = await startBehind(nginx, { change })
    expect((await ask('/s/shop/', { host: walletHost })).status).toBe(502)
  })
})
