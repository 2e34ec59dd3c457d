import type { ApprovalPresentation } from './approvalPolicy.ts'

/**
 * The gates of SECURITY-MODEL.md 3.8 as a pure function of observed events, so that tests can attack it without a
 * browser. Times are in milliseconds.
 */
export type ApprovalEvent =
  | { kind: 'painted'; at: number }
  | { kind: 'seen'; at: number; card: Sight; button: Sight }
  /**
   * The document lost the focus, was hidden or was resized. Each can put the button under a click that was meant for
   * something else.
   */
  | { kind: 'disturbed'; at: number }
  | { kind: 'focused'; at: number }
  | { kind: 'scaled'; at: number }
  /** `moved`: the pointer moved over this document. `found`: the document appeared under a resting pointer. */
  | ({ kind: 'moved' | 'found'; at: number; isOnButton: boolean } & Pointer)
  /** The mouse pointer left this document. */
  | { kind: 'left'; at: number }
  | ({ kind: 'pressed' } & Press)
  | ({ kind: 'released' } & Press)

/**
 * The share of an element that is in view, from 0 to 1, and whether nothing covers, fades or transforms the element.
 * IntersectionObserver v2 reports both.
 */
export type Sight = { ratio: number; isVisible: boolean }
export type PointerKind = 'mouse' | 'touch' | 'pen' | 'key'
/**
 * The offset changes only if the document moves on the screen: it is a window's screen position, or a count of the
 * frame's moves. Each kind of pointer has an own offset, because a resting mouse does not show where a finger aims.
 */
type Pointer = { input: PointerKind; offsetX: number; offsetY: number }
type Press = { at: number; isTrusted: boolean; isRepeat: boolean } & Pointer

export type ApprovalSurface = { presentation: ApprovalPresentation; detectsCover: boolean }

type Gate = {
  delayMs: number
  /** The number of pointer moves over the card before a press counts. All must have the same offset. */
  moves: { [Kind in PointerKind]: number }
  /**
   * A new focus restarts the delay, because the click that brought a window to the front, or a key typed elsewhere, was
   * not meant for this card. Inline, a press itself focuses the frame, so it restarts no delay.
   */
  restartsOnFocus: 'always' | 'unlessPressed'
  /**
   * A pointer of these kinds must have come from beside the button, or must have rested on the button for the delay.
   * Otherwise an embedder may have moved the button under the pointer. A finger cannot show where it came from.
   */
  pathNeeded: readonly PointerKind[]
  isSeenNeeded: boolean
}

/**
 * The moves that each kind of pointer must make. A key has no position, and a finger's position is unknown until it
 * touches. The approval policy keeps what a finger could be tricked into out of the frame (SECURITY-MODEL.md 3.7).
 */
const pointerMoves = { mouse: 3, pen: 3, touch: 0, key: 0 }
const gates: { [Row in 'inline' | 'inlineUnseen' | 'window']: Gate } = {
  inline: {
    delayMs: 800,
    moves: pointerMoves,
    restartsOnFocus: 'unlessPressed',
    pathNeeded: ['mouse', 'pen'],
    isSeenNeeded: true,
  },
  inlineUnseen: {
    delayMs: 800,
    moves: pointerMoves,
    restartsOnFocus: 'unlessPressed',
    pathNeeded: ['mouse', 'pen'],
    isSeenNeeded: false,
  },
  window: {
    delayMs: 1_000,
    moves: { ...pointerMoves, mouse: 1, pen: 1 },
    restartsOnFocus: 'always',
    pathNeeded: [],
    isSeenNeeded: false,
  },
}
const rowOf = ({ presentation, detectsCover }: ApprovalSurface) =>
  presentation === 'window' ? gates.window : detectsCover ? gates.inline : gates.inlineUnseen

/** Less than 1, because browsers round the sizes from which they compute the ratio. */
const leastRatio = 0.99
const isInSight = ({ ratio, isVisible }: Sight): boolean => isVisible && ratio >= leastRatio

/** Browsers round positions, so a difference of one pixel does not count as a move. */
const offsetTolerance = 1.5

/** A pointer whose position is known: the time since when, and whether the pointer was beside the button since then. */
type Known = Pointer & { since: number; wasBeside: boolean }

export type GateState = {
  surface: ApprovalSurface
  /** The time since when all conditions of an approval hold. Null while a condition fails. */
  steadySince: number | null
  isPainted: boolean
  isSeen: boolean
  isScaled: boolean
  pointer: Known | null
  moves: number
  press: Press | null
}

export const initialGateState = (surface: ApprovalSurface): GateState => ({
  surface,
  steadySince: null,
  isPainted: false,
  isSeen: !rowOf(surface).isSeenNeeded,
  isScaled: false,
  pointer: null,
  moves: 0,
  press: null,
})

export const armedAt = (state: GateState): number | null =>
  state.steadySince === null || state.isScaled ? null : state.steadySince + rowOf(state.surface).delayMs
export const delayOf = (surface: ApprovalSurface): number => rowOf(surface).delayMs
export const isArmed = (state: GateState, at: number): boolean => {
  const from = armedAt(state)
  return from !== null && at >= from
}

/** Why a press did not count: the gates were not open, or the pointer has not moved over the card. */
export type IgnoredReason = 'tooEarly' | 'unmoved'
type EventResult = { state: GateState; isApproved: boolean; ignored: IgnoredReason | null }

/**
 * Applies an event to the state. `isApproved` is true only for the release of a trusted, unrepeated press, if the gates
 * were open when the press began and still are. `ignored` says why another press of the visitor did not count.
 */
export const applyEvent = (state: GateState, event: ApprovalEvent): EventResult => {
  const next = step(state, event)
  if (event.kind !== 'released') return { state: next, isApproved: false, ignored: null }
  const { press } = state
  const isApproved =
    press !== null &&
    press.input === event.input &&
    isGenuine(event) &&
    isArmed(state, press.at) &&
    isArmed(state, event.at) &&
    isSteady(press, event)
  const hasMoved = state.moves >= rowOf(state.surface).moves[event.input]
  const reason = isArmed(state, event.at) && !hasMoved ? 'unmoved' : 'tooEarly'
  const ignored = isApproved || !isGenuine(event) ? null : reason
  return { state: { ...next, press: null }, isApproved, ignored }
}

const step = (state: GateState, event: ApprovalEvent): GateState => {
  const row = rowOf(state.surface)
  const restart = (changes: Partial<GateState>): GateState => {
    const next = { ...state, moves: 0, press: null, ...changes }
    return { ...next, steadySince: next.isPainted && next.isSeen && !next.isScaled ? event.at : null }
  }
  switch (event.kind) {
    case 'painted':
      return restart({ isPainted: true })
    case 'seen': {
      const isSeen = isInSight(event.card) && isInSight(event.button)
      return !row.isSeenNeeded || isSeen === state.isSeen ? state : restart({ isSeen })
    }
    case 'disturbed':
      return restart({ pointer: null })
    case 'focused':
      return row.restartsOnFocus === 'unlessPressed' && state.press && state.press.input !== 'key' ? state : restart({})
    case 'scaled':
      return restart({ isScaled: true })
    case 'left':
      // The document does not see the pointer now, and the frame may move meanwhile. So forget the pointer.
      return { ...state, pointer: null }
    case 'found':
    case 'moved': {
      const found = pointerOf(event, !event.isOnButton)
      const known = knownBy(state, event) ?? found
      if (!isSteady(known, event)) return restart({ pointer: found })
      const moves = state.moves + (event.kind === 'moved' ? 1 : 0)
      const wasBeside = known.wasBeside || found.wasBeside
      return { ...state, moves, pointer: { ...found, since: known.since, wasBeside } }
    }
    case 'pressed': {
      if (!isGenuine(event)) return { ...state, press: null }
      if (event.input === 'key') return { ...state, press: event }
      const pointer = knownBy(state, event) ?? pointerOf(event, false)
      if (!isSteady(pointer, event)) return restart({ pointer: pointerOf(event, false) })
      // Restart the delay, which the button shows, but keep the known position of the pointer.
      if (!cameByItself(pointer, event, row)) return restart({ pointer })
      return { ...state, pointer, press: state.moves >= row.moves[event.input] ? event : null }
    }
    case 'released':
      return state
  }
}

const knownBy = ({ pointer }: GateState, { input }: Pointer): Known | null =>
  pointer?.input === input ? pointer : null
const isGenuine = ({ isTrusted, isRepeat }: Press): boolean => isTrusted && !isRepeat
const pointerOf = ({ at, input, offsetX, offsetY }: Pointer & { at: number }, wasBeside: boolean): Known => ({
  input,
  offsetX,
  offsetY,
  since: at,
  wasBeside,
})
const cameByItself = ({ since, wasBeside }: Known, { at, input }: Press, { pathNeeded, delayMs }: Gate): boolean =>
  !pathNeeded.includes(input) || wasBeside || at - since >= delayMs
const isSteady = (a: Pointer, b: Pointer): boolean =>
  Math.abs(a.offsetX - b.offsetX) <= offsetTolerance && Math.abs(a.offsetY - b.offsetY) <= offsetTolerance
