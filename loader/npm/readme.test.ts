import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSnippets } from '../protocol/test/snippets.ts'
import { makePackedSite } from './test/packedSite.ts'

/** The names of the site's own code that the snippets use. */
const ownCode = `
  declare const from: \`0x\${string}\`, to: \`0x\${string}\`, message: string
  declare const kit: import('appkit-frame').AppKitClient
  declare const config: import('wagmi').Config
  type ReactNode = import('react').ReactNode
  declare const WagmiProvider: typeof import('wagmi').WagmiProvider
  declare const writeMessage: NonNullable<import('appkit-frame').SiwxOptions['createMessage']>
  declare const api: {
    nonce(): Promise<string>
    verifyAndKeep(session: import('appkit-frame').SiwxSession): Promise<void>
    sessions(chainId: string, accountAddress: string): Promise<import('appkit-frame').SiwxSession[]>
    replace(sessions: import('appkit-frame').SiwxSession[]): Promise<void>
  }
`
const documents = ['README.md', 'loader/npm/README.md', 'server/README.md']
const snippets = documents
  .flatMap((path) => readSnippets(path).map((snippet) => ({ path, ...snippet })))
  .filter(({ language }) => ['js', 'ts', 'tsx'].includes(language))
  .map((snippet, at) => ({ ...snippet, file: `snippet${at}.${snippet.language}` }))

let site: ReturnType<typeof makePackedSite>
let complaints = ''
beforeAll(() => {
  site = makePackedSite()
  copyFileSync(fileURLToPath(new URL('../dist/loader.d.ts', import.meta.url)), join(site.folder, 'loader.d.ts'))
  writeFileSync(join(site.folder, 'ownCode.d.ts'), ownCode)
  for (const { file, code } of snippets) writeFileSync(join(site.folder, file), `${code}\nexport {}\n`)
  const compile = (isScript: boolean, options: object): string => {
    const files = snippets.filter(({ language }) => (language === 'js') === isScript).map(({ file }) => file)
    const settings = { skipLibCheck: true, noUnusedLocals: false, ...options }
    return site.compile('', { ...settings, files: ['loader.d.ts', 'ownCode.d.ts', ...files] })
  }
  const untyped = { strict: false, exactOptionalPropertyTypes: false }
  complaints = compile(false, {}) + compile(true, { ...untyped, allowJs: true, checkJs: true })
})
afterAll(() => site.remove())

test('each document has snippets of code', () => {
  expect([...new Set(snippets.map(({ path }) => path))]).toEqual(documents)
})

test.each(snippets)('the $language of “$section” in $path fits the types of the package ($file)', ({ file }) => {
  expect(complaints.split('\n').filter((line) => line.startsWith(`${file}(`))).toEqual([])
})

test('the compiler has no other complaint', () => {
  expect(complaints.split('\n').filter((line) => /^\w/.test(line) && !line.startsWith('snippet'))).toEqual([])
})
