import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const model = readFileSync(join(root, 'secure-wallet/SECURITY-MODEL.md'), 'utf8')

const sections = new Set([...model.matchAll(/^#{2,3} ([\d.]+?)\.? /gm)].map(([, number]) => number))
const gates = new Set([...model.matchAll(/^\| (G\d+) /gm)].map(([, gate]) => gate))

const files = globSync('{loader,frame-app,secure-wallet,server,e2e,.github}/**/*.{ts,tsx,mjs,css,md}', {
  cwd: root,
  exclude: (file) => /(?:^|\/)(?:node_modules|dist|generated|test-results|fixtures)(?:\/|$)/.test(String(file)),
})
const cite = (pattern: RegExp) =>
  files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, number]) => ({ file, number })),
  )

test('every section of the security model that a comment cites exists', () => {
  const citations = cite(/\bsecurity(?:-model\.md)? (?:section )?(\d+(?:\.\d+)*)/gi)
  expect(citations.length).toBeGreaterThan(10)
  expect(citations.filter(({ number }) => !sections.has(number))).toEqual([])
})

test('every gate that an attack test names exists in the security model', () => {
  const citations = cite(/(?:gate: |shows\(task, )'(G\d+)'/g)
  expect(citations.length).toBeGreaterThan(10)
  expect(citations.filter(({ number }) => !gates.has(number))).toEqual([])
})

test('every test that the table of takeovers names exists', () => {
  const [, table = ''] = /### 5\.8 Takeovers\n([\s\S]*?)\n## /.exec(model) ?? []
  const named = table.split('\n').flatMap((row) => {
    const tests = /^\| (?!-)/.test(row) ? (row.split('|').at(-2) ?? '') : ''
    return [...tests.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title)
  })
  expect(named.length).toBeGreaterThan(5)
  const texts = files
    .filter((file) => /\.(?:test|spec)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const titles = texts.join('\n').replaceAll("\\'", "'")
  expect(named.filter((title) => !titles.includes(title))).toEqual([])
})

test('no comment cites a document outside the repository', () => {
  const pattern =
    /\b((?:decisions|security|architecture|user-needs|walletconnect|toolchain)\.md|security D\d+|reference-facts)/g
  const own = 'secure-wallet/src/securityModel.test.ts'
  expect(cite(pattern).filter(({ file }) => file !== own)).toEqual([])
})
