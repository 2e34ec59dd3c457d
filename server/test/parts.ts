import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Directory } from '../directory/read.ts'
import { parseConfig } from '../src/config/config.ts'
import { createProject } from '../src/config/projects.ts'
import { readSettings } from '../src/config/settings.ts'
import { openTokenLists } from '../src/data/tokenLists/tokenLists.ts'
import { createIconFiles } from '../src/directory/icons/iconFiles.ts'
import { createIconLoader } from '../src/directory/icons/icons.ts'
import { createImageRedrawer } from '../src/directory/icons/redraw.ts'
import { createDirectoryListing } from '../src/directory/listing.ts'
import { createApp } from '../src/http/app.ts'
import { readBuilds } from '../src/http/documents/builds.ts'
import type { Log } from '../src/http/log.ts'
import type { ServerParts } from '../src/http/parts.ts'
import { openSignIn } from '../src/signIn/openSignIn.ts'
import { openSigningKey } from '../src/signIn/signingKey.ts'

export const modalOrigin = 'https://modal.example'
export const walletOrigin = 'https://wallet.example'
export const shopOrigin = 'https://shop.example'

/** Small files in place of those that the other packages build. */
const builtFiles: Record<string, string> = {
  'loader/package.json': '{ "version": "1.2.3" }',
  'loader/dist/loader.js': "load('%FRAME_ORIGIN%', '%SECURE_ORIGIN%', '%BRIDGE_URL%', '%BRIDGE_INTEGRITY%')",
  'loader/dist/bridge.js': "bridge('%FRAME_ORIGIN%', '%PAGE_URL%', '%PAGE_INTEGRITY%', '%NOTICES%')",
  'loader/dist/page.js':
    "page('%FRAME_ORIGIN%', '%SIWX_URL%', '%SIWX_INTEGRITY%', '%SOLANA_URL%', '%SOLANA_INTEGRITY%', '%BITCOIN_URL%', '%BITCOIN_INTEGRITY%', '%CHAINS_URL%', '%CHAINS_INTEGRITY%')",
  'loader/dist/siwx.js': 'siwx()',
  'loader/dist/solana.js': 'solana()',
  'loader/dist/bitcoin.js': 'bitcoin()',
  'loader/dist/chains.js': 'chains()',
  'loader/dist/notices-ar.js': "notices('ar')",
  'loader/dist/notices-de.js': "notices('de')",
  'loader/dist/loader.mjs': "export const origin = '%FRAME_ORIGIN%'",
  'loader/dist/loader.d.ts': 'declare global {}',
  'frame-app/dist/template.html':
    '<!doctype html><html lang="%LANG%" dir="%DIR%" data-theme="%THEME%" data-device="%DEVICE%">' +
    '<!--ui--><style>a{}</style><!--language-en--><!--/language-en-->' +
    '<!--language-ar--><link href="/assets/ar.js" /><!--/language-ar-->' +
    '<!--language-de--><link href="/assets/de.js" /><!--/language-de-->' +
    '<!--collapsed--><link href="/assets/collapsed.js" /><!--/collapsed--><!--/ui--><!--first-view--><script id="early">early()</script><!--failure--><!--bootstrap--></html>',
  'frame-app/dist/prerender.js':
    'export const prerender = async ({ language, theme, isPhone, bootstrap }) => ({\n' +
    '  root: ["<ul>", language, theme, isPhone, bootstrap.projectName.length, "</ul>"].join(" "),\n' +
    '  template: "<template></template>",\n' +
    '  failure: "failed",\n' +
    '})\n',
  'frame-app/dist/assets/main-abc123.js': `console.log(${JSON.stringify('frame '.repeat(200))})`,
  'frame-app/dist/assets/logo-abc123.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'secure-wallet/dist/template.html': '<!doctype html><html lang="%LANG%"><!--bootstrap--></html>',
  'secure-wallet/dist/template-vault.html':
    '<!doctype html><html lang="%LANG%"><title>Vault</title><!--bootstrap--></html>',
  'secure-wallet/dist/assets/main-def456.js': `console.log(${JSON.stringify('secure '.repeat(200))})`,
}

export const writeFilesInto = async (folder: string, files: Record<string, string>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
export const makeTestFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'appkit-server-'))
  folders.push(folder)
  return folder
}

/** Makes the builds of all packages. `changes` adds or replaces files. */
export const makeTestBuilds = async (changes: Record<string, string> = {}): Promise<string> => {
  const folder = await makeTestFolder()
  await writeFilesInto(folder, { ...builtFiles, ...changes })
  return folder
}

export const testDirectory: Directory = {
  operatorWallets: [],
  operatorIconUrl: () => undefined,
  wallets: [
    { id: 'a1', name: 'Alpha', chains: ['eip155:1'], rdns: 'example.alpha', image_id: 'a1', mobile_link: 'alpha://' },
    { id: 'b2', name: 'Beta Wallet', chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
    {
      id: 'c3',
      name: 'Gamma alp',
      chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      chrome_store: 'https://x.example',
    },
  ],
  networkImages: { 'eip155:1': 'ethereum' },
  walletImage: (id) => (id === 'a1' ? Buffer.from('alpha') : undefined),
  networkImage: (id) => (id === 'ethereum' ? Buffer.from('ether') : undefined),
}

export const silentLog: Log = { write: () => undefined, flush: () => undefined }

type Project = Record<string, unknown>
const defaultProject: Project = { id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin] }

export const makeTestParts = async (
  projects: Project[] = [defaultProject],
  own: Partial<ServerParts> = {},
): Promise<ServerParts> => {
  const config = parseConfig(JSON.stringify({ projects }), 'appkit.config.json', {})
  const settings = readSettings(config, {
    MODAL_ORIGIN: modalOrigin,
    WALLET_ORIGIN: walletOrigin,
    DATA_DIR: await makeTestFolder(),
    NODE_ENV: 'production',
  })
  const now = (): number => performance.now()
  const made = config.projects.map((project) => createProject(project, testDirectory.networkImages))
  const folder = join(import.meta.dirname, '../directory')
  return {
    settings,
    projects: made,
    tokenLists: await openTokenLists({ folder, projects: made, log: own.log ?? silentLog, now: own.now ?? now }),
    directory: testDirectory,
    listing: createDirectoryListing(testDirectory),
    icons: makeTestIcons(settings.dataDir),
    builds: await readBuilds(await makeTestBuilds(), settings),
    releases: null,
    signIn: await openTestSignIn(settings.dataDir, own),
    sharedAddressHash: null,
    probe: null,
    embedded: null,
    log: silentLog,
    now,
    clock: Date.now,
    isReady: () => true,
    ...own,
  }
}

/** Opens the state of sign-ins of a server with one process. */
export const openTestSignIn = async (
  dataDir: string,
  { now, clock }: Partial<ServerParts> = {},
  environment: Record<string, string> = {},
) =>
  openSignIn({
    dataDir,
    key: await openSigningKey(dataDir, environment),
    storage: null,
    now: now ?? (() => performance.now()),
    clock: clock ?? Date.now,
  })

export const makeTestIcons = (dataDir: string, log: Log = silentLog) =>
  createIconLoader({
    redraw: createImageRedrawer(log),
    files: createIconFiles(join(dataDir, 'pictures')),
    log,
    now: () => performance.now(),
    clock: Date.now,
  })

export const makeTestApp = async (projects?: Project[], own?: Partial<ServerParts>) => {
  const app = createApp(await makeTestParts(projects, own))
  return (address: string, init?: RequestInit): Promise<Response> => Promise.resolve(app.request(address, init))
}
