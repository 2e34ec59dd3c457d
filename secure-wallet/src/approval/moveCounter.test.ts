import { expect, test } from 'vitest'
import { createFrameMoveCounter } from './moveCounter.ts'

const at = (clientX: number, clientY: number, zoom = 1, frameX = 0) => ({
  clientX,
  clientY,
  screenX: Math.round(500 + frameX + zoom * clientX),
  screenY: Math.round(300 + zoom * clientY),
})

test.each([0.5, 0.9, 1, 1.25, 1.5, 3])('counts no move while the frame stays in place at zoom %d', (zoom) => {
  const countMoves = createFrameMoveCounter()
  for (const [x, y] of [
    [0, 0],
    [7, 3],
    [31, 90],
    [200, 250],
    [12, 400],
  ] as const)
    expect(countMoves(at(x, y, zoom))).toBe(0)
})

test('detects a frame that moves under a resting pointer', () => {
  const countMoves = createFrameMoveCounter()
  countMoves(at(10, 10))
  countMoves(at(60, 40))
  // The frame moved 40 pixels to the left: the pointer has the same screen position, but another position in the frame.
  expect(countMoves({ ...at(60, 40), clientX: 100 })).toBe(1)
})

test('detects a frame that is scaled down between two moves', () => {
  const countMoves = createFrameMoveCounter()
  countMoves(at(0, 0))
  countMoves(at(100, 100))
  expect(countMoves(at(200, 200, 0.5))).toBe(1)
})
