import { expect, test } from 'vitest'
import { readModules } from '../checks/modules.ts'
import { affectedBy } from './affected.ts'

const modules = readModules(
  new Map([
    ['server/src/signIn/nonce.ts', 'export const nonce = 1'],
    ['server/src/signIn/route.ts', "import { nonce } from './nonce.ts'"],
    ['server/src/signIn/route.test.ts', "import './route.ts'"],
    ['server/src/http/log.ts', ''],
    ['server/src/http/log.test.ts', "import './log.ts'"],
    ['e2e/tests/shared/phone.ts', ''],
    ['e2e/tests/signIn/signIn.spec.ts', ''],
    ['e2e/tests/walletConnect/session.spec.ts', "import '../shared/phone.ts'"],
  ]),
)

test('runs the unit tests that import a changed file through others', () => {
  expect(affectedBy(['server/src/signIn/nonce.ts'], modules).units).toEqual(['server/src/signIn/route.test.ts'])
})

test('runs the browser tests of the folder that a product file belongs to', () => {
  expect(affectedBy(['server/src/signIn/nonce.ts'], modules).browser).toEqual(['e2e/tests/signIn/signIn.spec.ts'])
})

test('runs every browser test if no row names the folder of a product file', () => {
  expect(affectedBy(['server/src/http/log.ts'], modules).browser).toHaveLength(2)
})

test('runs the browser tests that import a changed fixture', () => {
  expect(affectedBy(['e2e/tests/shared/phone.ts'], modules)).toEqual({
    units: [],
    browser: ['e2e/tests/walletConnect/session.spec.ts'],
  })
})

test('runs nothing for a change of documentation', () => {
  expect(affectedBy(['README.md'], modules)).toEqual({ units: [], browser: [] })
})
