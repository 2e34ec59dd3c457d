// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { hideSecureFrame, placeSecureFrame } from './position.ts'

const position = { left: 8, top: 16, width: 360, height: 400, clipBottom: 0, radius: '0' }

afterEach(() => vi.unstubAllGlobals())

test('keeps the layout of the hidden secure frame', () => {
  const frame = document.createElement('iframe')
  hideSecureFrame(frame)
  expect(frame.style.display).toBe('')
  expect(frame.style.visibility).toBe('hidden')
})

test('does not display the secure frame in a hidden document until its panel has a size', () => {
  vi.stubGlobal('innerWidth', 0)
  const frame = document.createElement('iframe')
  hideSecureFrame(frame)
  expect(frame.style.display).toBe('none')
  placeSecureFrame(frame, { ...position, height: 0 })
  expect(frame.style.display).toBe('none')
  placeSecureFrame(frame, position)
  expect(frame.style.display).toBe('')
  expect(frame.style.visibility).toBe('visible')
})
