// @vitest-environment happy-dom
import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../../test/bootstrap.ts'
import { configureAtom, setBootstrapAtom } from '../../state/options.ts'
import { readTheme } from './theme.ts'

/** Valid colours and their serialization by a browser. */
const known = new Map([
  ['#000000', '#000000'],
  ['#ffffff', '#ffffff'],
  ['black', '#000000'],
  ['tomato', '#ff6347'],
])

/** Behaves like a browser's canvas, which ignores an invalid colour and keeps the previous one. */
const openCanvas = () => {
  let colour = '#000000'
  return {
    get fillStyle() {
      return colour
    },
    set fillStyle(wanted: string) {
      colour = known.get(wanted) ?? colour
    },
    fillRect: () => undefined,
    getImageData: () => ({ data: [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) }),
  }
}

beforeEach(() =>
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = openCanvas
    },
  ),
)
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['#0f5c66', '#0f5c66'],
  ['tomato', '#ff6347'],
  ['black', '#000000'],
  ['tomatoe', undefined],
  ['inherit', undefined],
])('converts the accent colour %s to %s', (accent, colour) => {
  const store = createStore()
  store.set(setBootstrapAtom, sampleBootstrap)
  store.set(configureAtom, { accent })
  expect(readTheme(store, 360).accent).toBe(colour)
})
