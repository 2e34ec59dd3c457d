import { expect, test } from 'vitest'
import { cellAfterKey } from './grid.ts'

test.each([
  ['ArrowRight', 5, false, 6],
  ['ArrowLeft', 5, false, 4],
  ['ArrowDown', 5, false, 9],
  ['ArrowUp', 5, false, 1],
  ['ArrowRight', 5, true, 4],
  ['ArrowLeft', 5, true, 6],
  ['Home', 5, false, 0],
  ['End', 5, false, 9],
  ['ArrowUp', 2, false, null],
  ['ArrowDown', 8, false, null],
  ['ArrowRight', 9, false, null],
  ['ArrowLeft', 0, false, null],
  ['Enter', 5, false, null],
] as const)(
  'the key %s moves from cell %i of ten (right to left: %s) to %s',
  (key, cellIndex, isRightToLeft, expected) => {
    expect(cellAfterKey(key, cellIndex, 10, isRightToLeft)).toBe(expected)
  },
)
