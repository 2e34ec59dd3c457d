/** Security 3.7: how much a click may cost, and where it may be made. */
export type RiskClass = 0 | 1 | 2 | 3
export type Place = 'inline' | 'inlineWithPasskey' | 'window'

type Surroundings = {
  /** The operator marked this host. */
  isTrusted: boolean
  /** The browser says whether the card is really seen (IntersectionObserver v2). */
  seesCover: boolean
  /** `devicePixelRatio` is what it was at the start: a page that zooms this frame changes it. */
  isScaleSteady: boolean
  /** The wallet has a passkey, and this browser can ask for one. */
  hasPasskey: boolean
}

/**
 * 0: a sign-in to this very site. 1: another message that can be read. 2: whatever moves or allows assets, every
 * transaction. 3: permissions, and what could not be tried out. What can't be observed here moves to the window.
 */
const places = {
  0: { trusted: 'inline', other: 'inlineIfSeen' },
  1: { trusted: 'inline', other: 'inlineWithPasskey' },
  2: { trusted: 'inline', other: 'window' },
  3: { trusted: 'window', other: 'window' },
} as const satisfies { [Class in RiskClass]: { trusted: Place; other: Place | 'inlineIfSeen' } }

/** Of one or several that are picked from on one card. */
export const worstOf = (classes: readonly RiskClass[]): RiskClass => classes.toSorted().at(-1) ?? 3

export const placeOf = (
  riskClass: RiskClass,
  { isTrusted, seesCover, isScaleSteady, hasPasskey }: Surroundings,
): Place => {
  if (!isScaleSteady) return 'window'
  const place = places[riskClass][isTrusted ? 'trusted' : 'other']
  if (place === 'inlineIfSeen') return seesCover ? 'inline' : 'window'
  if (place === 'inlineWithPasskey') return seesCover && hasPasskey ? place : 'window'
  return place
}
