import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtPackage, makePackedSite } from './test/packedSite.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

let site: ReturnType<typeof makePackedSite>
beforeAll(() => {
  site = makePackedSite()
})
afterAll(() => site.remove())

test('holds the code, its types, the licence and the README, and no source', () => {
  const names = site.files.map(({ path }) => path)
  expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'index.d.ts', 'global.d.ts']))
  expect(
    names.filter((name) => !/^[\w.-]+(?:\.js|\.d\.ts)$|^(?:LICENSE|README\.md|package\.json)$/.test(name)),
  ).toEqual([])
})

test('its main entry costs a page at most 3 KB, before the site minifies it', () => {
  const read = (name: string): string => {
    const code = readFileSync(join(builtPackage, name), 'utf8')
    const imports = [...code.matchAll(/from "\.\/([^"]+)"/g)].map(([, file]) => read(`${file}`))
    return [code, ...imports].join('')
  }
  expect(gzipSync(read('index.js'), { level: 9 }).length).toBeLessThanOrEqual(3_072)
})

test('publint finds no fault', async () => {
  const { messages, pkg } = await publint({ pkgDir: builtPackage, pack: 'npm', strict: true })
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
})

test('every entry has types under every resolution that knows ES modules', async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(site.tarball))))
  const problems = 'problems' in result ? result.problems : [{ kind: 'NoTypes' }]
  // The package has no CommonJS: `require` gets the ES module, in Node since version 22.12.
  expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
})

test('a site with strict TypeScript compiles against the types', () => {
  const source = `
    import { createAppKit, isAppKitError, loadAppKit, type Outcome } from 'appkit-frame'
    import { AppKitButton, useAppKitAccount, useAppKitNetwork } from 'appkit-frame/react'
    import { verifyToken } from 'appkit-frame/server'
    import { pinnedLoader } from 'appkit-frame/integrity'

    export const kit = createAppKit({
      ...(await pinnedLoader({ modalOrigin: 'https://modal.example', walletOrigin: 'https://wallet.example' })),
      theme: 'dark',
      networks: ['eip155:1'],
      customWallets: [{ id: 'kite', name: 'Kite' }],
      siwx: { getNonce: () => 'abcdefgh' },
    })
    export const address: \`0x\${string}\` | undefined = kit.getAccount().address
    export const chainId: number | undefined = kit.getAccount('eip155').chainId
    export const genesis: string | undefined = kit.getAccount('solana').chainId
    export const loaded = (await loadAppKit({ src: 'https://modal.example/loader.js' }))?.getState().accounts.eip155
    kit.getProvider().on('chainChanged', (chain) => chain.startsWith('0x'))
    export async function signIn(): Promise<string | undefined> {
      try {
        const outcome: Outcome = await kit.open({ view: 'Networks' })
        const { token = '' } = await kit.signIn({ statement: 'See your orders' })
        const options = { modalOrigin: 'https://modal.example', audience: 'https://shop.example' }
        return outcome.outcome === 'connected' ? outcome.caipAddress : (await verifyToken(token, options)).sub
      } catch (error) {
        return isAppKitError(error) ? error.reason : undefined
      }
    }
    export function Header() {
      const { isConnected } = useAppKitAccount()
      const { switchNetwork } = useAppKitNetwork()
      return isConnected ? <button onClick={() => switchNetwork({ id: 8453 })} /> : <AppKitButton className="big" />
    }
  `
  expect(site.compile(source)).toBe('')
})

test('the provider and the connector fit viem and wagmi without a cast', () => {
  const source = `
    import { createAppKit } from 'appkit-frame'
    import { appKitConnector } from 'appkit-frame/wagmi'
    import { createWalletClient, custom, type EIP1193Provider } from 'viem'
    import { createConfig, http, injected } from 'wagmi'
    import { mainnet } from 'wagmi/chains'

    const provider = createAppKit({ src: 'https://modal.example/loader.js' }).getProvider()
    export const standard: EIP1193Provider = provider
    export const client = createWalletClient({ chain: mainnet, transport: custom(provider) })
    export const config = createConfig({
      chains: [mainnet],
      connectors: [appKitConnector(), injected({ target: { id: 'appkit', name: 'AppKit', provider } })],
      transports: { [mainnet.id]: http() },
    })
  `
  expect(site.compile(source, { skipLibCheck: true })).toBe('')
})

test.each([
  ['of the package', '/// <reference types="appkit-frame/global" />', []],
  ['that the server serves', '', ['loader.d.ts']],
])('a page with the script tag gets types for the global AppKit from the file %s', (_, reference, files) => {
  copyFileSync(at('../dist/loader.d.ts'), join(site.folder, 'loader.d.ts'))
  const source = `${reference}
    export const kit = window.AppKit
    AppKit.open().then(({ outcome }) => outcome === 'closed')
    AppKit.getState().accounts.eip155?.caipAddress?.split(':')
  `
  expect(site.compile(source, { files })).toBe('')
})

test('a server imports the package and gets no AppKit', () => {
  const source =
    "import { loadAppKit } from 'appkit-frame'\nconsole.log(await loadAppKit({ src: 'https://modal.example/loader.js' }))"
  writeFileSync(join(site.folder, 'site.mjs'), source)
  expect(site.runNode('site.mjs').trim()).toBe('null')
})
