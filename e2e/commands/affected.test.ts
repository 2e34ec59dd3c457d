import { expect, test } from 'vitest'
import { readModules } from '../checks/modules.ts'
import { testsAffectedBy } from './affected.ts'

const modules = readModules(
  new Map([
    ['server/src/signIn/nonce.ts', 'export const createNonce = 1'],
    ['server/src/signIn/route.ts', "import { createNonce } from './nonce.ts'"],
    ['server/src/signIn/route.test.ts', "import './route.ts'"],
    ['server/src/http/log.ts', ''],
    ['server/src/http/log.test.ts', "import './log.ts'"],
    ['e2e/stack/otherChains.test.ts', ''],
    ['e2e/tests/shared/phone.ts', ''],
    ['e2e/tests/signIn/signIn.spec.ts', ''],
    ['e2e/tests/walletConnect/session.spec.ts', "import '../shared/phone.ts'"],
  ]),
)

test('runs the unit tests that import a changed file through other files', () => {
  expect(testsAffectedBy(['server/src/signIn/nonce.ts'], modules).units).toContain('server/src/signIn/route.test.ts')
})

test('runs the browser tests of the folder that a product file belongs to', () => {
  expect(testsAffectedBy(['server/src/signIn/nonce.ts'], modules).browser).toEqual(['e2e/tests/signIn/signIn.spec.ts'])
})

test('runs every browser test for a product file whose folder has no browser tests assigned', () => {
  expect(testsAffectedBy(['server/src/http/log.ts'], modules).browser).toHaveLength(2)
})

test('runs the browser tests that import a changed fixture', () => {
  expect(testsAffectedBy(['e2e/tests/shared/phone.ts'], modules)).toEqual({
    units: [],
    browser: ['e2e/tests/walletConnect/session.spec.ts'],
  })
})

test('runs all tests if a changed file is no module, such as a migration', () => {
  const { units, browser } = testsAffectedBy(['server/migrations/wallet/0001.sql'], modules)
  expect([units, browser].map(({ length }) => length)).toEqual([3, 2])
})

test('runs the unit tests that start built packages for a change of the server', () => {
  expect(testsAffectedBy(['server/src/http/log.ts'], modules).units).toContain('e2e/stack/otherChains.test.ts')
})

test('runs nothing for a change of documentation', () => {
  expect(testsAffectedBy(['README.md'], modules)).toEqual({ units: [], browser: [] })
})
