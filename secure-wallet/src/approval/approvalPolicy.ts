import type { ProposalKind } from './proposal.ts'

/**
 * The approval policy of SECURITY-MODEL.md 3.7. The risk class says how much harm a click can do; the presentation says
 * where the approval card is shown.
 */
export type RiskClass = 0 | 1 | 2 | 3
export type ApprovalPresentation = 'inline' | 'inlineWithPasskey' | 'window'

type Surroundings = {
  /** True if the operator's settings name this host as trusted. */
  isTrusted: boolean
  /**
   * The host page is in the frame of another page, which could cover an approval card. The operator's trust in the host
   * does not extend to this other page.
   */
  isHostFramed: boolean
  /** The browser reports whether something covers the approval card (IntersectionObserver v2). */
  detectsCover: boolean
  /** True if `devicePixelRatio` has its initial value. A host page that zooms this frame changes the value. */
  isScaleSteady: boolean
  /** The wallet has a passkey and this browser supports passkeys. */
  hasPasskey: boolean
}

/**
 * Class 0: a sign-in to this site. Class 1: another readable message. Class 2: every simulated transaction. Class 3:
 * permissions, and every transaction that was not simulated. On an untrusted host page, every transaction moves to the
 * wallet window. A message stays in the frame (inline) there only if the browser can detect a covered card. A message
 * of class 1 then also needs a passkey. On a host page that is itself in a frame, everything moves to the window.
 */
const presentations = {
  0: { trusted: 'inline', other: 'inlineIfSeen' },
  1: { trusted: 'inline', other: 'inlineWithPasskey' },
  2: { trusted: 'inline', other: 'window' },
  3: { trusted: 'window', other: 'window' },
} as const satisfies {
  [Class in RiskClass]: { trusted: ApprovalPresentation; other: ApprovalPresentation | 'inlineIfSeen' }
}

export const riskClassOf = {
  connect: 0,
  ownSignIn: 0,
  message: 1,
  transfer: 2,
  permission: 2,
  unknown: 3,
} as const satisfies { [Kind in ProposalKind]: RiskClass }

export const approvalPresentationOf = (
  riskClass: RiskClass,
  { isTrusted, isHostFramed, detectsCover, isScaleSteady, hasPasskey }: Surroundings,
): ApprovalPresentation => {
  if (isHostFramed || !isScaleSteady) return 'window'
  const presentation = presentations[riskClass][isTrusted ? 'trusted' : 'other']
  if (presentation === 'inlineIfSeen') return detectsCover ? 'inline' : 'window'
  if (presentation === 'inlineWithPasskey') return detectsCover && hasPasskey ? presentation : 'window'
  return presentation
}
