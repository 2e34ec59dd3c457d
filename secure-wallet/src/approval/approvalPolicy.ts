import type { ProposalKind } from './proposal.ts'

/**
 * Where a request is answered: by a click on a card in the secure frame (`inline`), by such a click and a passkey, or
 * in the wallet's own window. `inlineWithinLimit`: after the click the server counts the payment.
 */
export type ApprovalPresentation = 'inline' | 'inlineWithPasskey' | 'inlineWithinLimit' | 'window'

type Surroundings = {
  /** The operator's settings name this host as trusted. */
  isTrusted: boolean
  /**
   * The host page is in the frame of another page, which could cover an approval card. The operator's trust in the host
   * does not extend to this other page.
   */
  isHostFramed: boolean
  /** `devicePixelRatio` has its initial value. A host page that zooms this frame changes the value. */
  isScaleSteady: boolean
  /** The wallet has a passkey whose assertions the key worker can verify, and this browser supports passkeys. */
  hasPasskey: boolean
}

/**
 * The approval policy (SECURITY-MODEL.md 3.7), one row for each kind of proposal. A page or the modal's frame can mask
 * a card so that IntersectionObserver v2 reports nothing. So no click alone gives rights in the frame, or moves value
 * beyond what the visitor allowed the site in the wallet window. Connecting has no row, because the OTP of the login
 * confirms it.
 */
export const approvalPolicy = {
  ownSignIn: { trusted: 'inline', other: 'window', framed: 'window' },
  message: { trusted: 'inline', other: 'window', framed: 'window' },
  limitedTransfer: { trusted: 'inlineWithinLimit', other: 'window', framed: 'window' },
  transfer: { trusted: 'inlineWithPasskey', other: 'window', framed: 'window' },
  permission: { trusted: 'window', other: 'window', framed: 'window' },
  unknown: { trusted: 'window', other: 'window', framed: 'window' },
} as const satisfies { [Kind in ProposalKind]: { [Site in 'trusted' | 'other' | 'framed']: ApprovalPresentation } }

export const approvalPresentationOf = (
  kind: ProposalKind,
  { isTrusted, isHostFramed, isScaleSteady, hasPasskey }: Surroundings,
): ApprovalPresentation => {
  if (!isScaleSteady) return 'window'
  const row: { [Site in 'trusted' | 'other' | 'framed']: ApprovalPresentation } = approvalPolicy[kind]
  const presentation = row[isHostFramed ? 'framed' : isTrusted ? 'trusted' : 'other']
  if (presentation === 'inlineWithPasskey') return hasPasskey ? presentation : 'window'
  return presentation
}
