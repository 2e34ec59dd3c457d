import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const contract = 'worker/contract.ts'
/** The offline recovery page is a single file, so it runs the custody code without a worker. */
const offlinePage = { entry: 'windows/recover.ts', custody: 'windows/openKit.ts' }

const isWorkerFile = (path: string): boolean => path.startsWith('worker/')
const isProtocol = (path: string): boolean => path.startsWith('@appkit-frame/loader/protocol/')

type Edge = { from: string; to: string; isPackage: boolean }

/** Every import of a file, type-only and dynamic ones included. */
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
const readEdges = (from: string, source: string): Edge[] =>
  [...source.matchAll(importPattern)].map(([, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic ?? ''
    if (specifier.startsWith('.'))
      return { from, to: relative(root, join(root, dirname(from), specifier)), isPackage: false }
    return { from, to: specifier, isPackage: !specifier.startsWith('@appkit-frame/') }
  })

const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.(?:test|d)\.ts$/.test(file))
const edges = files.flatMap((file) => readEdges(file, readFileSync(join(root, file), 'utf8')))
const workerEdges = edges.filter(({ from }) => isWorkerFile(from))
const show = ({ from, to }: Edge): string => `${from} -> ${to}`

/** Custody code may run only where keys are, and must depend on nothing that a document could change. */
const leavesWorker = ({ to, isPackage }: Edge): boolean => !isWorkerFile(to) && !isProtocol(to) && !isPackage
const leavesContract = ({ from, to }: Edge): boolean => from === contract && !isProtocol(to)
const entersWorker = ({ from, to }: Edge): boolean =>
  !isWorkerFile(from) &&
  isWorkerFile(to) &&
  to !== contract &&
  from !== offlinePage.custody &&
  !(from === 'unlock/startWorker.ts' && to === 'worker/worker.ts?worker&url')

test('the worker imports only its own folder, the protocol and packages', () => {
  expect(workerEdges.length).toBeGreaterThan(20)
  expect(workerEdges.filter(leavesWorker).map(show)).toEqual([])
})

test("the worker's file `contract.ts` imports only types of the protocol", () => {
  expect(workerEdges.filter(leavesContract).map(show)).toEqual([])
  const source = readFileSync(join(root, contract), 'utf8')
  expect(source).not.toMatch(/^import (?!type)/m)
  expect(source).not.toMatch(/^export (?:const|function|class|let)/m)
})

test('documents import no file of the worker folder but `contract.ts`', () => {
  expect(edges.some(({ from, to }) => !isWorkerFile(from) && to === contract)).toBe(true)
  expect(edges.filter(entersWorker).map(show)).toEqual([])
})

test('only the offline page runs custody code in a document', () => {
  const importers = edges.filter(({ to }) => to === offlinePage.custody || to === offlinePage.entry)
  expect(importers.map(show)).toEqual([`${offlinePage.entry} -> ${offlinePage.custody}`])
})

test('the worker folder contains nothing that the worker does not run', () => {
  const reached = new Set(['worker/worker.ts'])
  for (const file of reached)
    for (const { from, to } of workerEdges) if (from === file && isWorkerFile(to)) reached.add(to)
  expect(files.filter((file) => isWorkerFile(file) && !reached.has(file))).toEqual([])
})

describe('the layer rules report a forbidden import', () => {
  test.each([
    ['worker/custody.ts', "import { createSession } from '../session/session.ts'", leavesWorker],
    ['worker/custody.ts', "import type { Store } from '../session/store.ts'", leavesWorker],
    ['worker/seal.ts', "import '../ui/controls.css'", leavesWorker],
    ['worker/kitPhrase.ts', "const x = await import('../ui/element.ts')", leavesWorker],
    [contract, "import type { VaultKey } from './stagedVault.ts'", leavesContract],
    ['unlock/device.ts', "import { randomBytes } from '../worker/bytes.ts'", entersWorker],
    ['unlock/device.ts', "import type { VaultKey } from '../worker/stagedVault.ts'", entersWorker],
    ['wallet/embedded.ts', "import url from '../worker/worker.ts?worker&url'", entersWorker],
  ])('%s: %s', (from, source, isForbidden) => {
    expect(readEdges(from, source).filter(isForbidden)).toHaveLength(1)
  })
})
