import { expect, test } from 'vitest'
import { cellAfterKey, columnsIn } from './grid.ts'

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
    expect(cellAfterKey(key, cellIndex, { count: 10, columns: 4, isRightToLeft })).toBe(expected)
  },
)

test.each([
  [332, 16, 4],
  [292, 16, 4],
  [452, 16, 4],
  [332, 32, 2],
  [100, 32, 1],
  [0, 16, 4],
])('a grid of %i px with text of %i px has %i columns', (width, rootFontPx, columns) => {
  expect(columnsIn(width, rootFontPx)).toBe(columns)
})
