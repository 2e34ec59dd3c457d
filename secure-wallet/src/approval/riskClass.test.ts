import { expect, test } from 'vitest'
import { placeOf, type RiskClass } from './riskClass.ts'

const seen = { seesCover: true, isScaleSteady: true }

test.each<[RiskClass, string, string, string, string]>([
  // class, trusted and seen, trusted and unseen, other and seen, other and unseen
  [0, 'inline', 'inline', 'inline', 'window'],
  [1, 'inline', 'inline', 'window', 'window'],
  [2, 'inline', 'inline', 'window', 'window'],
  [3, 'window', 'window', 'window', 'window'],
])('class %i', (riskClass, trusted, trustedUnseen, other, otherUnseen) => {
  expect(placeOf(riskClass, { ...seen, isTrusted: true })).toBe(trusted)
  expect(placeOf(riskClass, { ...seen, seesCover: false, isTrusted: true })).toBe(trustedUnseen)
  expect(placeOf(riskClass, { ...seen, isTrusted: false })).toBe(other)
  expect(placeOf(riskClass, { ...seen, seesCover: false, isTrusted: false })).toBe(otherUnseen)
  expect(placeOf(riskClass, { ...seen, isScaleSteady: false, isTrusted: true })).toBe('window')
})
