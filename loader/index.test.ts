import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))

/** The TypeScript settings of a bundler's template, without its `skipLibCheck`. */
const compilerOptions = {
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
  ...{ strict: true, noUnusedLocals: true, noUncheckedIndexedAccess: true, noEmit: true },
}

const site = `
import { type AppKitError, appKit, type Outcome } from '@appkit-frame/loader'

export async function signInForOrders(): Promise<string | undefined> {
  const kit = await appKit({ src: 'https://modal.example.com/loader.js', theme: 'dark' })
  kit.configure({ accent: '#0f5c66', siwx: { getNonce: () => 'abcdefgh' } })
  const outcome: Outcome = await kit.open({ view: 'Networks' })
  try {
    const { token } = await window.AppKit.signIn({ statement: 'See your orders' })
    return outcome.outcome === 'connected' ? outcome.caipAddress : token
  } catch (error) {
    return (error as AppKitError).reason
  }
}
`

test('a site with strict TypeScript compiles against index.d.ts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'appkit-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules/@appkit-frame'), { recursive: true })
  symlinkSync(
    fileURLToPath(new URL('.', import.meta.url)),
    join(folder, 'node_modules/@appkit-frame/loader'),
    'junction',
  )
  writeFileSync(join(folder, 'site.ts'), site)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['site.ts'] }))
  const said = () => execFileSync(compiler, ['-p', folder], { encoding: 'utf8', shell: process.platform === 'win32' })
  expect(said).not.toThrow()
})
