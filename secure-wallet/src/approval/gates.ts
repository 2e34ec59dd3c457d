import type { Place } from './riskClass.ts'

/** Security 3.8 as a function of what was observed, so that it can be attacked without a browser. Times in milliseconds. */
export type Observed =
  | { kind: 'painted'; at: number }
  /** Card and button, as IntersectionObserver v2 says it. */
  | { kind: 'seen'; at: number; isVisible: boolean }
  /** This document lost the focus, was hidden, or was resized: all that a trick needs to move things under a click. */
  | { kind: 'disturbed'; at: number }
  | { kind: 'focused'; at: number }
  | { kind: 'scaled'; at: number }
  /** `found` without a move of its own: something came to lie under it. */
  | ({ kind: 'moved' | 'found'; at: number; isOnButton: boolean } & Pointer)
  /** The mouse is no longer over this document. */
  | { kind: 'left'; at: number }
  | ({ kind: 'pressed' } & Press)
  | ({ kind: 'released' } & Press)

export type Input = 'mouse' | 'touch' | 'pen' | 'key'
/**
 * Where this document's corner is on the screen, by the pointer's own coordinates. It stands still while nobody moves the
 * frame. What a mouse that rests somewhere knows of it says nothing of where a finger aims.
 */
type Pointer = { input: Input; offsetX: number; offsetY: number }
type Press = { at: number; isTrusted: boolean; isRepeat: boolean } & Pointer

export type Surface = { place: Place; seesCover: boolean }

type Gate = {
  delayMs: number
  /** Moves of the pointer over the card, all with the same offset. */
  moves: { [Kind in Input]: number }
  /**
   * A focus that has just come restarts the delay: the click that brings a window forward, and the key of a visitor who
   * was typing elsewhere, was meant for another. Inline the click itself brings the focus, in the middle of its press.
   */
  restartsOnFocus: 'always' | 'unlessPressed'
  /** The pointer came to the button from beside it, or has been there for the delay: nobody moved the button to it. */
  isPathNeeded: boolean
  isSeenNeeded: boolean
}

/**
 * A key has no place. A finger is not seen before it is down: the first touch shows where the card is, and one that comes
 * a delay later, and finds it there still, may press.
 */
const pointerMoves = { mouse: 3, pen: 3, touch: 0, key: 0 }
const gates: { [Row in 'inline' | 'inlineUnseen' | 'window']: Gate } = {
  inline: {
    delayMs: 800,
    moves: pointerMoves,
    restartsOnFocus: 'unlessPressed',
    isPathNeeded: true,
    isSeenNeeded: true,
  },
  inlineUnseen: {
    delayMs: 800,
    moves: pointerMoves,
    restartsOnFocus: 'unlessPressed',
    isPathNeeded: true,
    isSeenNeeded: false,
  },
  window: {
    delayMs: 1_000,
    moves: { ...pointerMoves, mouse: 1, pen: 1 },
    restartsOnFocus: 'always',
    isPathNeeded: false,
    isSeenNeeded: false,
  },
}
const rowOf = ({ place, seesCover }: Surface) =>
  place === 'window' ? gates.window : seesCover ? gates.inline : gates.inlineUnseen

/** A pixel of rounding is no move of the frame. */
const offsetTolerance = 1.5

/** Since when it is known to be here, and whether it was beside the button since. */
type Known = Pointer & { since: number; wasBeside: boolean }

export type GateState = {
  surface: Surface
  /** Since when nothing was in the way; null while something is. */
  steadySince: number | null
  isPainted: boolean
  isSeen: boolean
  isScaled: boolean
  pointer: Known | null
  moves: number
  press: Press | null
}

export const closedGate = (surface: Surface): GateState => ({
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
export const isArmed = (state: GateState, at: number): boolean => {
  const from = armedAt(state)
  return from !== null && at >= from
}

/** `isApproved` only for the release of a press that began, trusted and no repeat, when all was in order, and still is. */
export const observe = (state: GateState, event: Observed): { state: GateState; isApproved: boolean } => {
  const next = step(state, event)
  if (event.kind !== 'released') return { state: next, isApproved: false }
  const { press } = state
  const isApproved =
    press !== null &&
    press.input === event.input &&
    isGenuine(event) &&
    isArmed(state, press.at) &&
    isArmed(state, event.at) &&
    isSteady(press, event)
  return { state: { ...next, press: null }, isApproved }
}

const step = (state: GateState, event: Observed): GateState => {
  const row = rowOf(state.surface)
  const restart = (changes: Partial<GateState>): GateState => {
    const next = { ...state, moves: 0, press: null, ...changes }
    return { ...next, steadySince: next.isPainted && next.isSeen && !next.isScaled ? event.at : null }
  }
  switch (event.kind) {
    case 'painted':
      return restart({ isPainted: true })
    case 'seen':
      if (!row.isSeenNeeded || event.isVisible === state.isSeen) return state
      return restart({ isSeen: event.isVisible })
    case 'disturbed':
      return restart({ pointer: null })
    case 'focused':
      return row.restartsOnFocus === 'unlessPressed' && state.press && state.press.input !== 'key' ? state : restart({})
    case 'scaled':
      return restart({ isScaled: true })
    case 'left':
      // Where it is found next, the frame may have been moved to it.
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
      // Again from the start, for all to see, with what is known of the pointer by now.
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
const cameByItself = ({ since, wasBeside }: Known, { at }: Press, { isPathNeeded, delayMs }: Gate): boolean =>
  !isPathNeeded || wasBeside || at - since >= delayMs
const isSteady = (a: Pointer, b: Pointer): boolean =>
  Math.abs(a.offsetX - b.offsetX) <= offsetTolerance && Math.abs(a.offsetY - b.offsetY) <= offsetTolerance
