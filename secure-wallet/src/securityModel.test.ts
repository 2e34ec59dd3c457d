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

test('no comment cites a document outside the repository', () => {
  const pattern =
    /\b((?:decisions|security|architecture|user-needs|walletconnect|toolchain)\.md|security D\d+|reference-facts)/g
  const own = 'secure-wallet/src/securityModel.test.ts'
  expect(cite(pattern).filter(({ file }) => file !== own)).toEqual([])
})
