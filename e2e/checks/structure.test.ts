import { expect, test } from 'vitest'
import { findStructureFaults, type StructureFaults } from './structure.ts'

const find = (rule: keyof StructureFaults, files: Record<string, string>) =>
  findStructureFaults(new Map(Object.entries(files)))[rule]

const lines = (count: number, line: (index: number) => string = (index) => `  call(${index})`) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

test('reports an import of another package', () => {
  const files = {
    'server/src/key.ts': 'export const key = 1',
    'frame-app/src/main.ts': "import { key } from '@appkit-frame/server/src/key.ts'",
    'frame-app/src/near.ts': "import { key } from '../../server/src/key.ts'",
  }
  expect(find('forbidden imports', files)).toEqual([
    'frame-app/src/main.ts -> server/src/key.ts',
    'frame-app/src/near.ts -> server/src/key.ts',
  ])
})

test('lets every package import the protocol, and e2e import every package', () => {
  const files = {
    'loader/protocol/wire.ts': 'export const wireVersion = 1',
    'server/src/main.ts': "import { wireVersion } from '@appkit-frame/loader/protocol/wire.ts'",
    'e2e/stack/server.ts': "import '../../server/src/main.ts'",
  }
  expect(find('forbidden imports', files)).toEqual([])
})

test('reports an import in the protocol that leads out of the protocol’s folder', () => {
  const files = { 'loader/protocol/wire.ts': "import '../src/page.ts'", 'loader/src/page.ts': '' }
  expect(find('forbidden imports', files)).toEqual(['loader/protocol/wire.ts -> loader/src/page.ts'])
})

test('reports a product file that imports a test', () => {
  const files = { 'server/src/main.ts': "import '../test/fake.ts'", 'server/test/fake.ts': '' }
  expect(find('forbidden imports', files)).toEqual(['server/src/main.ts -> server/test/fake.ts'])
})

test('reports a cycle, and does not count a lazy import as one', () => {
  const files = {
    'server/src/a.ts': "import './b.ts'",
    'server/src/b.ts': "import './a.ts'",
    'server/src/c.ts': "import './d.ts'",
    'server/src/d.ts': "export const loadLazily = () => import('./c.ts')",
  }
  expect(find('import cycles', files)).toEqual(['server/src/a.ts <-> server/src/b.ts'])
})

test('lists a cycle of type imports separately from other cycles', () => {
  const files = {
    'server/src/a.ts': "import type { B } from './b.ts'\nexport type A = B",
    'server/src/b.ts': "import type { A } from './a.ts'\nexport type B = A",
  }
  expect(find('import cycles', files)).toEqual([])
  expect(find('import cycles with types', files)).toEqual(['server/src/a.ts <-> server/src/b.ts'])
})

test('reports a long function with its lines', () => {
  const files = { 'server/src/long.ts': `const long = () => {\n${lines(70)}\n}` }
  expect(find('functions over 60 lines', files)).toEqual(['server/src/long.ts:1 long has 72 lines'])
  expect(find('functions over 100 lines', files)).toEqual([])
})

test('reports a small file that only its neighbour imports', () => {
  const files = {
    'server/src/main.ts': "import { one } from './one.ts'",
    'server/src/one.ts': 'export const one = 1',
    'server/src/two.ts': "import { two } from './tested.ts'",
    'server/src/tested.ts': 'export const two = 2',
    'server/src/tested.test.ts': "import { two } from './tested.ts'",
    'server/src/start.ts': "export const loadLazily = () => import('./lazy.ts')",
    'server/src/lazy.ts': '',
  }
  expect(find('crumbs of one neighbour', files)).toEqual(['server/src/one.ts'])
})

test('does not report small files if one neighbour is the only importer of three of them', () => {
  const files = {
    'server/src/table.ts': "import './a.ts'\nimport './b.ts'\nimport './c.ts'",
    'server/src/a.ts': '',
    'server/src/b.ts': '',
    'server/src/c.ts': '',
  }
  expect(find('crumbs of one neighbour', files)).toEqual([])
})

test('reports an export that no file imports', () => {
  const files = {
    'server/src/main.ts': "import { usedName } from './names.ts'",
    'server/src/names.ts': 'export const usedName = 1\nexport type UnusedName = 2',
  }
  expect(find('exports without a user', files)).toEqual(['server/src/names.ts UnusedName'])
})

test('reports an error row that only tables, texts and tests name', () => {
  const table = (...codes: string[]) =>
    ['const rows = {', ...codes.map((code) => `  ${code}: { number: 4100, short: 'Text' },`), '}'].join('\n')
  const files = {
    'loader/protocol/errors/walletErrors.ts': table('CODE_WRONG', 'CODE_DEAD', 'STORAGE_DENIED'),
    'loader/protocol/errors/plannedErrors.ts': table('ABORTED'),
    'loader/protocol/errors/errorCodes.ts': "const errorCodes = ['CODE_WRONG', 'CODE_DEAD', 'STORAGE_DENIED']",
    'frame-app/src/features/languages/deErrors.ts': "const deErrors = { STORAGE_DENIED: 'Text' }",
    'secure-wallet/src/languages/errorText.ts': "type TranslatedCode = 'STORAGE_DENIED'",
    'server/src/login.test.ts': "expect(code).toBe('STORAGE_DENIED')",
    'server/src/login.ts': 'throw new AppError(walletErrors.CODE_WRONG)',
    'secure-wallet/src/login.ts': "if (error.code === 'CODE_DEAD') stop()",
  }
  expect(find('error rows without a user', files)).toEqual(['loader/protocol/errors/walletErrors.ts STORAGE_DENIED'])
})

test('reports a block of twelve lines that is duplicated', () => {
  const block = lines(12)
  const files = {
    'server/src/a.ts': `const a = 1\n${block}\n`,
    'server/src/b.ts': `const b = 1\n${block}\nconst c = 1`,
  }
  expect(find('repeated blocks of 12 lines', files)).toEqual(['server/src/b.ts:2 repeats server/src/a.ts:2'])
})
