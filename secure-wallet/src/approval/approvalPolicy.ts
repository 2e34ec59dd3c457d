/**
 * The approval policy of SECURITY-MODEL.md 3.7. The risk class says how much harm a click can do; the presentation says
 * where the card is shown.
 */
export type RiskClass = 0 | 1 | 2 | 3
export type ApprovalPresentation = 'inline' | 'inlineWithPasskey' | 'window'

type Surroundings = {
  /** True if the operator's settings name this host as trusted. */
  isTrusted: boolean
  /** The browser reports whether something covers the card (IntersectionObserver v2). */
  detectsCover: boolean
  /** True if `devicePixelRatio` has its initial value. A host page that zooms this frame changes the value. */
  isScaleSteady: boolean
  /** The wallet has a passkey and this browser supports passkeys. */
  hasPasskey: boolean
}

/**
 * Class 0: a sign-in to this site. Class 1: another readable message. Class 2: every transaction. Class 3: permissions,
 * and whatever was not simulated. On a host that the operator does not trust, every transaction moves to the window.
 * There a message stays inline only if the browser can tell whether a card is covered; one of class 1 also needs a
 * passkey.
 */
const presentations = {
  0: { trusted: 'inline', other: 'inlineIfSeen' },
  1: { trusted: 'inline', other: 'inlineWithPasskey' },
  2: { trusted: 'inline', other: 'window' },
  3: { trusted: 'window', other: 'window' },
} as const satisfies {
  [Class in RiskClass]: { trusted: ApprovalPresentation; other: ApprovalPresentation | 'inlineIfSeen' }
}

/** The highest risk class of the choices on one card. */
export const highestRiskClassOf = (classes: readonly RiskClass[]): RiskClass => classes.toSorted().at(-1) ?? 3

export const approvalPresentationOf = (
  riskClass: RiskClass,
  { isTrusted, detectsCover, isScaleSteady, hasPasskey }: Surroundings,
): ApprovalPresentation => {
  if (!isScaleSteady) return 'window'
  const presentation = presentations[riskClass][isTrusted ? 'trusted' : 'other']
  if (presentation === 'inlineIfSeen') return detectsCover ? 'inline' : 'window'
  if (presentation === 'inlineWithPasskey') return detectsCover && hasPasskey ? presentation : 'window'
  return presentation
}
