import { expect, test } from 'vitest'
import { approvalPolicy, approvalPresentationOf } from './approvalPolicy.ts'
import type { ProposalKind } from './proposal.ts'

const direct = { isHostFramed: false, isScaleSteady: true, hasPasskey: false }
const kinds = Object.keys(approvalPolicy) as ProposalKind[]

test.each<[ProposalKind, string, string, string]>([
  ['ownSignIn', 'inline', 'inline', 'window'],
  ['message', 'inline', 'inline', 'window'],
  ['limitedTransfer', 'inlineWithinLimit', 'inlineWithinLimit', 'window'],
  ['transfer', 'inlineWithPasskey', 'window', 'window'],
  ['permission', 'window', 'window', 'window'],
  ['unknown', 'window', 'window', 'window'],
])(
  'decides where a request of the kind %s is answered on a trusted site with and without a passkey, and on another site',
  (kind, withPasskey, withoutPasskey, other) => {
    const at = (changes: object) => approvalPresentationOf(kind, { ...direct, isTrusted: true, ...changes })
    expect(at({ hasPasskey: true })).toBe(withPasskey)
    expect(at({})).toBe(withoutPasskey)
    for (const hasPasskey of [true, false]) {
      expect(at({ isTrusted: false, hasPasskey })).toBe(other)
      expect(at({ isScaleSteady: false, hasPasskey })).toBe('window')
    }
  },
)

test.each(kinds)('answers a request of the kind %s in the window if the host page is in a frame', (kind) => {
  for (const isTrusted of [true, false])
    for (const hasPasskey of [true, false])
      expect(approvalPresentationOf(kind, { ...direct, isHostFramed: true, isTrusted, hasPasskey })).toBe('window')
})
