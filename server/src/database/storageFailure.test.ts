import { expect, test } from 'vitest'
import { findDatabaseFailure } from './storageFailure.ts'

test.each([
  ['ECONNREFUSED', 'UNREACHABLE'],
  ['ENOTFOUND', 'UNREACHABLE'],
  // The resolver of names does not answer, as in a container that starts before its network.
  ['EAI_AGAIN', 'UNREACHABLE'],
  ['ENETUNREACH', 'UNREACHABLE'],
  ['EHOSTUNREACH', 'UNREACHABLE'],
  ['57P03', 'UNREACHABLE'],
  ['53300', 'UNREACHABLE'],
  ['53100', 'FULL'],
  ['ENOSPC', 'FULL'],
  ['25006', 'READ_ONLY'],
  ['28P01', 'ACCESS_DENIED'],
  ['3D000', 'ACCESS_DENIED'],
  ['23505', undefined],
])('an error with the code %s inside the error of a query means %s', (code, failure) => {
  const cause = Object.assign(new Error('broken'), { code })
  expect(findDatabaseFailure(new Error('Failed query', { cause }))).toBe(failure)
})
