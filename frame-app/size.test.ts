import { existsSync, globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { languageCodes } from '@appkit-frame/loader/protocol/messages/languages.ts'
import { expect, test } from 'vitest'
import {
  brotliSize,
  distFolder,
  firstViewFiles,
  inlineCodeSize,
  languageFiles,
  readTemplate,
  walletConnectFiles,
  walletConnectImports,
} from './build/builtFiles.ts'
import { sampleBootstrap } from './test/bootstrap.ts'

const budgetBytes = 90 * 1_024
const requestLimit = 4
const scriptBytes = { early: 2_048, view: 1_024 }
const walletConnectBytes = 95 * 1_024
/** A method name of the WalletConnect protocol. Minifiers keep it, so it shows which files contain the client. */
const walletConnectMark = 'wc_sessionPropose'

/** A text of the first view in each language except English. */
const firstTexts: Record<string, string> = { ar: 'ربط المحفظة', de: 'Wallet verbinden' }

/** The path of the server's sign-in routes, which shows which files contain sign-in code. */
const signInMark = '/auth/v1/'

const isBuilt = existsSync(`${distFolder}template.html`)

const weigh = (files: string[], name: string, budget: number): number => {
  const costs = files.map((file) => ({ file, bytes: brotliSize(file) }))
  const total = costs.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = [...costs, { file: `${name}, of ${budget}`, bytes: total }]
  console.log(rows.map(({ file, bytes }) => `${String(bytes).padStart(6)}  ${file}`).join('\n'))
  return total
}

test.runIf(isBuilt)('the code of the first view is at most 90 KB brotli in four requests', () => {
  const files = firstViewFiles()
  const inDocument = inlineCodeSize()
  console.log(`${inDocument}  styles and script of the document`)
  // The document itself is one of the four requests.
  expect(files.length + 1).toBeLessThanOrEqual(requestLimit)
  expect(weigh(files, 'code of the first view', budgetBytes - inDocument)).toBeLessThanOrEqual(budgetBytes - inDocument)
})

test.runIf(isBuilt)(
  'the code of the first view has the check box for consent, so that it needs no further file',
  () => {
    const code = firstViewFiles().map((file) => readFileSync(distFolder + file, 'utf8'))
    expect(code.filter((text) => text.includes('w3m-legal-checkbox'))).toHaveLength(1)
  },
)

test.runIf(isBuilt)(
  'a document in another language links one more file with its first texts, and has at most 90 KB brotli too',
  () => {
    for (const code of languageCodes.filter((code) => code !== 'en')) {
      const files = languageFiles(code)
      const text = files.map((file) => readFileSync(distFolder + file, 'utf8')).join('')
      expect([code, files.length]).toEqual([code, 1])
      expect(text).toContain(firstTexts[code])
      const name = `code of the first view in ${code}`
      expect(weigh([...firstViewFiles(), ...files], name, budgetBytes)).toBeLessThanOrEqual(budgetBytes)
    }
  },
)

test.runIf(isBuilt)('the first script of the document is at most 2 KB, and the second at most 1 KB', () => {
  const scripts = [...readTemplate().matchAll(/<script id="(\w+)">(.*?)<\/script>/gs)]
  expect(scripts.map(([, name]) => name)).toEqual(Object.keys(scriptBytes))
  for (const [index, bytes] of Object.values(scriptBytes).entries()) {
    const [, name, code = ''] = scripts[index] ?? []
    console.log(`${code.length}  script ${name}, of ${bytes}`)
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(bytes)
  }
})

test.runIf(isBuilt)('the server can run the file that renders the first view without any package', () => {
  const code = readFileSync(`${distFolder}prerender.js`, 'utf8')
  const imports = [...code.matchAll(/^import .*? from ["']([^"']+)["']/gm)].map(([, name]) => name)
  expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual([])
})

test.runIf(isBuilt)('the server renders the first view in every language', async () => {
  const { prerender }: typeof import('./src/document/prerender.tsx') = await import(
    pathToFileURL(`${distFolder}prerender.js`).href
  )
  const texts = await Promise.all(
    languageCodes.map(async (language) => {
      const facts = { bootstrap: sampleBootstrap, theme: 'light', isPhone: false } as const
      const { root } = await prerender({ ...facts, language })
      return root.replace(/<[^>]*>/g, ' ')
    }),
  )
  expect(new Set(texts).size).toBe(languageCodes.length)
})

test.runIf(isBuilt)('the WalletConnect client is at most 95 KB brotli, and not in the first view', () => {
  const files = walletConnectFiles()
  const holders = (list: string[]) =>
    list.filter((file) => readFileSync(distFolder + file, 'utf8').includes(walletConnectMark))
  expect(holders(files)).toHaveLength(1)
  expect(holders(firstViewFiles())).toEqual([])
  expect(weigh(files, 'WalletConnect', walletConnectBytes)).toBeLessThanOrEqual(walletConnectBytes)
})

test.runIf(isBuilt)('the first view contains no sign-in code', () => {
  const holders = globSync('assets/*.js', { cwd: distFolder }).filter((file) =>
    readFileSync(distFolder + file, 'utf8').includes(signInMark),
  )
  expect(holders).toHaveLength(1)
  expect(firstViewFiles()).not.toContain(holders[0])
})

test.runIf(isBuilt)('restoring a connection loads no views', () => {
  const views = /^assets\/ui-/
  expect(firstViewFiles().some((file) => views.test(file))).toBe(true)
  expect(walletConnectImports().filter((file) => views.test(file))).toEqual([])
})

test.runIf(isBuilt)('the document has no inline code that its CSP forbids', () => {
  const template = readTemplate()
  // The CSP allows the inline style sheets by their hashes. One is that of the first view. It is between the comments
  // `ui` and `/ui`, whose content the server removes from a document without views. One is for the row
  // that hides the wallets, and one is in the template of the account view.
  expect(template.match(/<style\b/g)).toHaveLength(3)
  expect(template.slice(template.indexOf('<!--ui-->'), template.indexOf('<!--/ui-->'))).toContain('<style>')
  expect(template.match(/<script(?![^>]*\ssrc=)/g)).toHaveLength(2)
  expect(template).not.toMatch(/\sstyle=|\son\w+=["']/i)
  for (const place of [
    '%THEME%',
    '%LANG%',
    '%DIR%',
    '%DEVICE%',
    '<!--bootstrap-->',
    '<!--first-view-->',
    '<!--failure-->',
    '<!--ui-->',
  ])
    expect(template).toContain(place)
})
