import { afterEach, expect, test, vi } from 'vitest'
import { createImageRedrawer } from './redraw.ts'

afterEach(() => vi.doUnmock('sharp'))

test('rejects every image if sharp is not installed, and logs this once', async () => {
  vi.doMock('sharp', () => {
    throw new Error('Could not load the "sharp" module')
  })
  const lines: unknown[] = []
  const redraw = createImageRedrawer({ write: (...line) => void lines.push(line), flush: () => undefined })
  const gif = Buffer.from('GIF89a')
  await expect(redraw(gif)).rejects.toThrow('sharp is not installed')
  await expect(redraw(gif)).rejects.toThrow('sharp is not installed')
  expect(lines).toEqual([['icons are not redrawn']])
})
