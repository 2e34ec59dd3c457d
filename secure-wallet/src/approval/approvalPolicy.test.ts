import { expect, test } from 'vitest'
import { approvalPresentationOf } from './approvalPolicy.ts'
import type { RiskClass } from './proposal.ts'

const seen = { isHostFramed: false, detectsCover: true, isScaleSteady: true, hasPasskey: false }

test.each<[RiskClass, string, string, string, string]>([
  [0, 'inline', 'inline', 'inline', 'window'],
  [1, 'inline', 'inline', 'window', 'window'],
  [2, 'inline', 'inline', 'window', 'window'],
  [3, 'window', 'window', 'window', 'window'],
])(
  'decides whether a request of risk class %i is shown in the frame or in the wallet window',
  (riskClass, trusted, trustedUnseen, other, otherUnseen) => {
    expect(approvalPresentationOf(riskClass, { ...seen, isTrusted: true })).toBe(trusted)
    expect(approvalPresentationOf(riskClass, { ...seen, detectsCover: false, isTrusted: true })).toBe(trustedUnseen)
    expect(approvalPresentationOf(riskClass, { ...seen, isTrusted: false })).toBe(other)
    expect(approvalPresentationOf(riskClass, { ...seen, detectsCover: false, isTrusted: false })).toBe(otherUnseen)
    expect(approvalPresentationOf(riskClass, { ...seen, isScaleSteady: false, isTrusted: true })).toBe('window')
  },
)

test.each<[RiskClass, string, string]>([
  [0, 'inline', 'window'],
  [1, 'inlineWithPasskey', 'window'],
  [2, 'window', 'window'],
  [3, 'window', 'window'],
])(
  'decides where a request of risk class %i is shown on an untrusted host if the wallet has a passkey',
  (riskClass, other, otherUnseen) => {
    const withPasskey = { ...seen, hasPasskey: true, isTrusted: false }
    expect(approvalPresentationOf(riskClass, withPasskey)).toBe(other)
    expect(approvalPresentationOf(riskClass, { ...withPasskey, detectsCover: false })).toBe(otherUnseen)
    expect(approvalPresentationOf(riskClass, { ...withPasskey, isScaleSteady: false })).toBe('window')
  },
)

test.each<[RiskClass]>([[0], [1], [2], [3]])(
  'shows a request of risk class %i in the wallet window if the host page is in a frame, trusted or not',
  (riskClass) => {
    for (const isTrusted of [true, false])
      for (const hasPasskey of [true, false])
        expect(approvalPresentationOf(riskClass, { ...seen, isHostFramed: true, isTrusted, hasPasskey })).toBe('window')
  },
)
