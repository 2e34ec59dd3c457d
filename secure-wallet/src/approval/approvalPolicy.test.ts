import { expect, test } from 'vitest'
import { approvalPolicy, approvalPresentationOf } from './approvalPolicy.ts'
import type { ProposalKind } from './proposal.ts'

const seen = { isHostFramed: false, detectsCover: true, isScaleSteady: true, hasPasskey: false }
const kinds = Object.keys(approvalPolicy) as ProposalKind[]

test.each<[ProposalKind, string, string, string, string]>([
  ['connect', 'inline', 'inline', 'inline', 'window'],
  ['ownSignIn', 'inline', 'inline', 'window', 'window'],
  ['message', 'inline', 'inline', 'window', 'window'],
  ['limitedTransfer', 'inlineWithinLimit', 'inlineWithinLimit', 'window', 'window'],
  ['transfer', 'inlineWithPasskey', 'window', 'window', 'window'],
  ['permission', 'window', 'window', 'window', 'window'],
  ['unknown', 'window', 'window', 'window', 'window'],
])(
  'decides where a request of the kind %s is answered on a trusted site with and without a passkey, and on another site with and without a report of covers',
  (kind, withPasskey, withoutPasskey, other, otherUnseen) => {
    const at = (changes: object) => approvalPresentationOf(kind, { ...seen, isTrusted: true, ...changes })
    expect(at({ hasPasskey: true })).toBe(withPasskey)
    expect(at({ hasPasskey: true, detectsCover: false })).toBe(withPasskey)
    expect(at({})).toBe(withoutPasskey)
    for (const hasPasskey of [true, false]) {
      expect(at({ isTrusted: false, hasPasskey })).toBe(other)
      expect(at({ isTrusted: false, hasPasskey, detectsCover: false })).toBe(otherUnseen)
      expect(at({ isScaleSteady: false, hasPasskey })).toBe('window')
    }
  },
)

test.each(kinds)(
  'answers a request of the kind %s in the window if the host page is in a frame, except connecting',
  (kind) => {
    for (const isTrusted of [true, false])
      for (const hasPasskey of [true, false])
        expect(approvalPresentationOf(kind, { ...seen, isHostFramed: true, isTrusted, hasPasskey })).toBe(
          kind === 'connect' ? 'inline' : 'window',
        )
  },
)
