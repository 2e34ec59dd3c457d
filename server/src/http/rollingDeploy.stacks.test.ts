import { generateKeyPairSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { makeTestBuilds, makeTestFolder } from '../../test/parts.ts'
import { findFreePort, requestHost, startServerProcess } from '../../test/process.ts'
import { startRoundRobin } from '../../test/replicas.ts'

// These tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const config = {
  projects: [{ id: 'shop', name: 'Shop', environment: 'development', allowedOrigins: ['http://shop.localhost:4101'] }],
}
const opens = 100
const opensAtOnce = 10

/** A build whose loader, documents and hashed files all differ from those of another version. */
const makeBuild = (version: string) =>
  makeTestBuilds({
    'loader/package.json': JSON.stringify({ version }),
    'loader/dist/siwx.js': `siwx('${version}')`,
    'frame-app/dist/template.html': `<!doctype html><html><script src="/assets/main-${version}.js"></script><!--bootstrap--></html>`,
    [`frame-app/dist/assets/main-${version}.js`]: `frame('${version}')`,
    'secure-wallet/dist/template.html': `<!doctype html><html><script src="/assets/main-${version}.js"></script><!--bootstrap--></html>`,
    [`secure-wallet/dist/assets/main-${version}.js`]: `wallet('${version}')`,
  })

const setUp = async () => {
  const [oldPort, newPort] = [await findFreePort(), await findFreePort()]
  const balancer = await startRoundRobin([oldPort, newPort])
  const [modal, wallet] = ['modal', 'wallet'].map((name) => `http://${name}.localhost:${balancer.port}`) as [
    string,
    string,
  ]
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const folder = {
    RELEASES_DIR: await makeTestFolder(),
    RELEASES_PUBLIC_KEY: String(publicKey.export({ type: 'spki', format: 'pem' })),
  }
  const shared = { NODE_ENV: 'production', MODAL_ORIGIN: modal, WALLET_ORIGIN: wallet }
  const builds = { old: await makeBuild('1.0.0'), new: await makeBuild('1.1.0') }
  const start = async (port: number, build: keyof typeof builds, environment: Record<string, string>) => {
    const server = await startServerProcess(config, {
      ...shared,
      ...environment,
      PORT: String(port),
      BUILDS_DIR: builds[build],
    })
    expect(await server.ready()).toContain('"event":"ready"')
  }
  const publish = async (build: keyof typeof builds) => {
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const environment = { ...shared, ...folder, RELEASES_PRIVATE_KEY: pem, BUILDS_DIR: builds[build] }
    const { code, output } = await (await startServerProcess(config, environment, undefined, ['--publish'])).ended()
    expect([code, output]).toEqual([0, expect.stringContaining('"event":"published"')])
    expect(output).not.toContain(pem.split('\n')[1])
  }
  const startBoth = (environment: Record<string, string> = {}) =>
    Promise.all([start(oldPort, 'old', environment), start(newPort, 'new', environment)])

  /** Loads what one open of the modal loads. Each request goes to the next process. Returns the paths not found. */
  const open = async (): Promise<string[]> => {
    const failed: string[] = []
    const get = async (url: string): Promise<string> => {
      const answer = await requestHost(balancer.port, new URL(url), {})
      if (answer.status !== 200) failed.push(new URL(url).pathname)
      return answer.text()
    }
    const follow = async (text: string, pattern: RegExp) => {
      const [url] = pattern.exec(text) ?? []
      return url ? get(url) : ''
    }
    const bridge = await follow(await get(`${modal}/loader.js`), /http[^']+bridge\.js/)
    await follow(await follow(bridge, /http[^']+page\.js/), /http[^']+siwx\.js/)
    for (const document of [`${modal}/f/shop/`, `${wallet}/s/shop/`]) {
      const [path] = /\/assets\/main-[^"]+/.exec(await get(document)) ?? []
      if (path) await get(new URL(path, document).href)
    }
    return failed
  }
  const openMany = async (): Promise<string[]> => {
    const failed: string[] = []
    for (let round = 0; round < opens / opensAtOnce; round += 1)
      failed.push(...(await Promise.all(Array.from({ length: opensAtOnce }, open))).flat())
    return failed
  }
  return { publish, startBoth, openMany, folder }
}

test('an old and a new build side by side fail no open if the deploy published both', async () => {
  const { publish, startBoth, openMany, folder } = await setUp()
  await publish('old')
  await publish('new')
  await startBoth(folder)
  expect(await openMany()).toEqual([])
})

test('without a folder of releases, each build lacks the files of the other', async () => {
  const { startBoth, openMany } = await setUp()
  await startBoth()
  expect((await openMany()).length).toBeGreaterThan(opens / 2)
})
