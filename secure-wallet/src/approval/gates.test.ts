import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { array, assert, boolean, constantFrom, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ApprovalEvent,
  type ApprovalSurface,
  applyEvent,
  type GateState,
  initialGateState,
  isArmed,
  type PointerKind,
  type Sight,
} from './gates.ts'

const inline: ApprovalSurface = { presentation: 'inline', detectsCover: true }
const unseen: ApprovalSurface = { presentation: 'inline', detectsCover: false }
const inWindow: ApprovalSurface = { presentation: 'window', detectsCover: true }
const offset = { offsetX: 100, offsetY: 50 }
const press = (at: number, input: PointerKind = 'mouse', changes: object = {}) =>
  [
    { kind: 'pressed', at, input, isTrusted: true, isRepeat: false, ...offset, ...changes },
    { kind: 'released', at: at + 80, input, isTrusted: true, isRepeat: false, ...offset, ...changes },
  ] as ApprovalEvent[]
const mouse = { input: 'mouse' as PointerKind }
const finger = { input: 'touch' as PointerKind }
const moves = (at: number, changes: object = {}): ApprovalEvent[] =>
  [0, 1, 2].map((index) => ({ kind: 'moved', at: at + index, isOnButton: false, ...mouse, ...offset, ...changes }))
const on = { isOnButton: true }
const found = (at: number, { input } = mouse): ApprovalEvent => ({ kind: 'found', at, input, ...on, ...offset })
const left = (at: number): ApprovalEvent => ({ kind: 'left', at })
const whole: Sight = { ratio: 1, isVisible: true }
const covered: Sight = { ratio: 1, isVisible: false }
const seen = (at: number, card: Sight, button = card): ApprovalEvent => ({ kind: 'seen', at, card, button })
const painted: ApprovalEvent = { kind: 'painted', at: 0 }
const shown: ApprovalEvent[] = [painted, seen(10, whole)]
/** A press on a card that was seen like this from the start. */
const pressOn = (card: Sight, button: Sight): ApprovalEvent[] => [
  painted,
  seen(10, card, button),
  ...moves(700),
  ...press(900),
]
const run = (surface: ApprovalSurface, events: ApprovalEvent[]): number => {
  let state: GateState = initialGateState(surface)
  let approvals = 0
  for (const event of events) {
    const result = applyEvent(state, event)
    state = result.state
    approvals += result.isApproved ? 1 : 0
  }
  return approvals
}

test.each<[string, ApprovalSurface, ApprovalEvent[]]>([
  ['a mouse click', inline, [...shown, ...moves(700), ...press(900)]],
  ['a mouse click on a card whose size the browser rounds', inline, pressOn({ ratio: 0.99, isVisible: true }, whole)],
  [
    'a touch by a finger that touched the card before',
    inline,
    [...shown, ...moves(300, finger), ...press(900, 'touch')],
  ],
  [
    'a touch in the window after mouse moves',
    inWindow,
    [...shown, ...moves(300), found(1_099, finger), ...press(1_100, 'touch')],
  ],
  ['the first touch of the button', inline, [...shown, ...press(900, 'touch')]],
  [
    'the first touch of a finger after a mouse moved over the card',
    inline,
    [...shown, ...moves(300), found(899, finger), ...press(900, 'touch')],
  ],
  [
    'the first touch of a finger after the mouse left the frame',
    inline,
    [...shown, ...moves(700), left(1_000), ...press(5_600, 'touch')],
  ],
  ['a touch after a touch that was too early', inline, [...shown, ...press(300, 'touch'), ...press(900, 'touch')]],
  ['the first touch in the window', inWindow, [...shown, ...press(1_100, 'touch')]],
  ['a key press', inline, [...shown, ...press(900, 'key')]],
  ['a mouse click in a browser that does not report visibility', unseen, [...shown, ...moves(700), ...press(900)]],
  ['a mouse click in the window', inWindow, [...shown, ...moves(700), ...press(1_100)]],
  ['a key press in the window', inWindow, [...shown, ...press(1_100, 'key')]],
  [
    'a click by a mouse that has rested on the button since the card appeared',
    inline,
    [...shown, found(20), ...moves(850, on), ...press(900)],
  ],
  [
    'a click by a mouse that rested on the button for the whole delay',
    inline,
    [...shown, ...moves(5_000, on), ...press(5_810)],
  ],
  [
    'a mouse click that brings the focus',
    inline,
    [...shown, ...moves(700), press(900)[0], { kind: 'focused', at: 910 }, press(900)[1]] as ApprovalEvent[],
  ],
  [
    'a key press after the delay that a new focus starts',
    inline,
    [...shown, { kind: 'focused', at: 5_000 }, ...press(5_810, 'key')],
  ],
  [
    'a click by a mouse that left the document and returned',
    inline,
    [...shown, ...moves(700), left(1_000), ...moves(5_000), ...press(5_100)],
  ],
  [
    'a click by a mouse that has rested on the button for exactly the delay',
    inline,
    [...shown, ...moves(5_000, on), ...press(5_800)],
  ],
  [
    'a click after the browser rounded the position by a pixel and a half',
    inline,
    [...shown, ...moves(700), ...press(900, 'mouse', { offsetX: 101.5, offsetY: 48.5 })],
  ],
  [
    'a click in the window, whatever the browser reports about covers',
    inWindow,
    [...shown, ...moves(300), seen(1_050, covered), ...press(1_100)],
  ],
  [
    'a click by a mouse that moved onto the button from beside it',
    inline,
    [...shown, ...moves(700), ...moves(850, on), ...press(900)],
  ],
  ['a click after an early key press', inline, [...shown, ...moves(100), ...press(300, 'key'), ...press(900)]],
  ['a second click after an early click', inline, [...shown, ...moves(100), ...press(300), ...press(900)]],
])('approves after the card was visible long enough: %s', (_name, surface, events) => {
  expect(run(surface, events)).toBe(1)
})

test.each<[string, ApprovalSurface, ApprovalEvent[]]>([
  [
    'by a mouse that has rested on the button a millisecond less than the delay',
    inline,
    [...shown, ...moves(5_000, on), ...press(5_799)],
  ],
  ['at another horizontal position', inline, [...shown, ...moves(700), ...press(900, 'mouse', { offsetX: 101.6 })]],
  ['at another vertical position', inline, [...shown, ...moves(700), ...press(900, 'mouse', { offsetY: 48.4 })]],
  [
    'by a click that brings the window to the front',
    inWindow,
    [...shown, ...moves(700), press(1_100)[0], { kind: 'focused', at: 1_110 }, press(1_100)[1]] as ApprovalEvent[],
  ],
  ['before anything is painted', inline, [...moves(0), ...press(900)]],
  [
    'before the browser reports the card as visible',
    inline,
    [{ kind: 'painted', at: 0 }, ...moves(700), ...press(900)],
  ],
  ['before the delay is over', inline, [...shown, ...moves(100), ...press(790)]],
  ['in the window before the delay is over', inWindow, [...shown, ...moves(100), ...press(990)]],
  [
    'that starts before the delay is over and ends later',
    inline,
    [...shown, ...moves(100), press(800)[0], press(1_000)[1]] as ApprovalEvent[],
  ],
  ['while more than 1 % of the card is out of view', inline, pressOn({ ratio: 0.98, isVisible: true }, whole)],
  ['while more than 1 % of the button is out of view', inline, pressOn(whole, { ratio: 0.98, isVisible: true })],
  ['while something covers only the button', inline, pressOn(whole, covered)],
  ['while the card is covered', inline, [...shown, ...moves(100), seen(850, covered), ...press(900)]],
  [
    'just after a covered card became visible again',
    inline,
    [...shown, seen(850, covered), seen(860, whole), ...moves(870), ...press(900)],
  ],
  [
    'if the card is covered before the release',
    inline,
    [...shown, ...moves(100), press(900)[0], seen(910, covered), press(900)[1]] as ApprovalEvent[],
  ],
  [
    'just after the document lost the focus',
    inline,
    [...shown, ...moves(100), { kind: 'disturbed', at: 850 }, ...moves(860), ...press(900)],
  ],
  [
    'in a window that just came to the front',
    inWindow,
    [...shown, { kind: 'focused', at: 5_000 }, ...moves(5_001), ...press(5_100)],
  ],
  [
    'by a finger that taps again and again before the delay is over',
    inline,
    [...shown, ...[100, 300, 500, 700].flatMap((at) => press(at, 'touch'))],
  ],
  [
    'by a finger if the frame moved after its first touch',
    inline,
    [...shown, ...moves(300, finger), ...press(900, 'touch', { offsetX: 9 })],
  ],
  ['by a mouse that was first seen on the button', inline, [...shown, ...moves(5_000, on), ...press(5_100)]],
  [
    'of a key just after the focus came from elsewhere',
    inline,
    [...shown, { kind: 'focused', at: 5_000 }, ...press(5_100, 'key')],
  ],
  [
    'of a key that was down before the focus came',
    inline,
    [...shown, press(5_000, 'key')[0], { kind: 'focused', at: 5_010 }, press(5_820, 'key')[1]] as ApprovalEvent[],
  ],
  [
    'in a window that was moved under the pointer',
    inWindow,
    [...shown, ...moves(700), ...press(1_100, 'mouse', { offsetX: 190 })],
  ],
  ['by a script', inline, [...shown, ...moves(100), ...press(900, 'mouse', { isTrusted: false })]],
  ['of a held key, which repeats', inline, [...shown, ...press(900, 'key', { isRepeat: true })]],
  [
    'of a key that was down before the delay was over',
    inline,
    [...shown, press(100, 'key')[0], press(900, 'key')[1]] as ApprovalEvent[],
  ],
  ['by a mouse that never moved over the card', inline, [...shown, ...press(900)]],
  ['in the window by a mouse that never moved over the card', inWindow, [...shown, ...press(1_100)]],
  [
    'after the frame moved under the pointer',
    inline,
    [...shown, ...moves(100), ...moves(850, { offsetX: 300 }), ...press(900, 'mouse', { offsetX: 300 })],
  ],
  [
    'after the frame moved under a mouse that had left the frame',
    inline,
    [...shown, ...moves(700), left(1_000), found(5_000), ...press(5_600)],
  ],
  [
    'at another offset, because the frame moved with the press',
    inline,
    [...shown, ...moves(100), ...press(900, 'mouse', { offsetX: 300 })],
  ],
  [
    'of a finger if the frame moves before the release',
    inline,
    [
      ...shown,
      ...moves(300, finger),
      press(900, 'touch')[0],
      press(900, 'touch', { offsetY: 90 })[1],
    ] as ApprovalEvent[],
  ],
  ['in a frame that was zoomed', inline, [...shown, { kind: 'scaled', at: 100 }, ...moves(5_000), ...press(9_000)]],
  [
    'that another input releases',
    inline,
    [...shown, ...moves(100), press(900)[0], press(900, 'key')[1]] as ApprovalEvent[],
  ],
  [
    'that starts too early and is released twice',
    inline,
    [...shown, ...moves(100), press(700)[0], press(900)[1], press(900)[1]] as ApprovalEvent[],
  ],
])('approves nothing for a press %s', (_name, surface, events) => {
  expect(run(surface, events)).toBe(0)
})

test.each<[string, ApprovalSurface, ApprovalEvent[], (string | null)[]]>([
  ['an early click', inline, [...shown, ...moves(100), ...press(300)], ['tooEarly']],
  ['an early touch', inline, [...shown, ...press(300, 'touch')], ['tooEarly']],
  ['an early key', inline, [...shown, ...press(300, 'key')], ['tooEarly']],
  ['an early click in the window', inWindow, [...shown, ...moves(100), ...press(800)], ['tooEarly']],
  ['a click on a covered card', inline, pressOn(covered, covered), ['tooEarly']],
  ['a click in a zoomed frame', inline, [...shown, { kind: 'scaled', at: 100 }, ...press(9_000)], ['tooEarly']],
  [
    'a touch after the frame moved',
    inline,
    [...shown, ...moves(300, finger), ...press(900, 'touch', { offsetX: 9 })],
    ['tooEarly'],
  ],
  ['a click by a mouse that was found on the button', inline, [...shown, found(5_000), ...press(5_100)], ['tooEarly']],
  ['a click by a resting mouse', inline, [...shown, found(20), ...press(900)], ['unmoved']],
  ['a click by a resting mouse in the window', inWindow, [...shown, found(20), ...press(1_100)], ['unmoved']],
  ['the second of two clicks', inline, [...shown, ...moves(100), ...press(300), ...press(900)], ['tooEarly', null]],
  ['a press by a script', inline, [...shown, ...press(300, 'mouse', { isTrusted: false })], [null]],
])('says why a press did not count: %s', (_name, surface, events, reasons) => {
  let state = initialGateState(surface)
  const ignored = events.flatMap((event) => {
    const result = applyEvent(state, event)
    state = result.state
    return event.kind === 'released' ? [result.ignored] : []
  })
  expect(ignored).toEqual(reasons)
})

const orders = attackSize(2_000, 500_000)

test('in any order of events, approves only by a genuine press on a card that was visible and steady long enough', {
  timeout: attackTimeoutMs(),
}, ({ task }) => {
  const at = integer({ min: 0, max: 400 })
  const pointer = { offsetX: constantFrom(0, 100), offsetY: constantFrom(0, 1) }
  const input = constantFrom<PointerKind>('mouse', 'touch', 'key')
  const sight = record({ ratio: constantFrom(0, 0.98, 1), isVisible: boolean() })
  const pressed = { at, input, isTrusted: boolean(), isRepeat: boolean(), ...pointer }
  const event = oneof(
    record({ kind: constantFrom('painted' as const), at }),
    record({ kind: constantFrom('seen' as const), at, card: sight, button: sight }),
    record({ kind: constantFrom('disturbed' as const, 'focused' as const, 'scaled' as const, 'left' as const), at }),
    record({ kind: constantFrom('moved' as const, 'found' as const), at, input, isOnButton: boolean(), ...pointer }),
    record({ kind: constantFrom('pressed' as const, 'released' as const), ...pressed }),
  )
  assert(
    property(array(event, { maxLength: 60 }), constantFrom(inline, unseen, inWindow), (steps, surface) => {
      let state = initialGateState(surface)
      let now = 0
      let calmSince = 0
      for (const each of steps) {
        now += each.at
        const event = { ...each, at: now } as ApprovalEvent
        const before = state
        const result = applyEvent(state, event)
        state = result.state
        const breaks = event.kind === 'disturbed' || event.kind === 'scaled' || event.kind === 'painted'
        const isHeld = surface.presentation === 'inline' && before.press !== null && before.press.input !== 'key'
        if (breaks || (event.kind === 'focused' && !isHeld)) calmSince = now
        const isHidden = ({ ratio, isVisible }: Sight) => ratio < 1 || !isVisible
        if (surface === inline && event.kind === 'seen' && (isHidden(event.card) || isHidden(event.button)))
          calmSince = now
        // Every press of the visitor either counts or is answered.
        if (event.kind === 'released' && event.isTrusted && !event.isRepeat)
          expect(result.isApproved).toBe(result.ignored === null)
        if (!result.isApproved) continue
        expect(event).toMatchObject({ kind: 'released', isTrusted: true, isRepeat: false })
        expect(before.press).toMatchObject({ isTrusted: true, isRepeat: false })
        expect(isArmed(before, now)).toBe(true)
        expect(before.isPainted && before.isSeen && !before.isScaled).toBe(true)
        expect((before.press?.at ?? 0) - calmSince).toBeGreaterThanOrEqual(
          surface.presentation === 'window' ? 1_000 : 800,
        )
      }
    }),
    { numRuns: orders, seed: attackSeed },
  )
  reportAttack(task, 'G4', orders, 'orders of what a card observes', `seed ${attackSeed}`)
})
