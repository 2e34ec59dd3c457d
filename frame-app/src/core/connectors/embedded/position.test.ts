// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { hideFrame, placeFrame } from './position.ts'

const place = { left: 8, top: 16, width: 360, height: 400, clipBottom: 0, radius: '0' }

afterEach(() => vi.unstubAllGlobals())

test('a frame that waits out of sight is laid out', () => {
  const frame = document.createElement('iframe')
  hideFrame(frame)
  expect(frame.style.display).toBe('')
  expect(frame.style.visibility).toBe('hidden')
})

test('in a document that is not rendered it is not either, until it has a place of some size', () => {
  vi.stubGlobal('innerWidth', 0)
  const frame = document.createElement('iframe')
  hideFrame(frame)
  expect(frame.style.display).toBe('none')
  placeFrame(frame, { ...place, height: 0 })
  expect(frame.style.display).toBe('none')
  placeFrame(frame, place)
  expect(frame.style.display).toBe('')
  expect(frame.style.visibility).toBe('visible')
})
