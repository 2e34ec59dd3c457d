// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import type { AppKit } from '../../index.d.ts'
import { restoreHintKey } from '../hook.ts'

beforeEach(() => {
  // The test's browser lacks this property.
  vi.stubGlobal('origin', location.origin)
  localStorage.clear()
  const tag = Object.assign(document.createElement('script'), { nonce: '' })
  Object.defineProperty(document, 'currentScript', { value: tag, configurable: true })
})

const loadAppKit = async (): Promise<AppKit> => {
  delete (window as Partial<Window>).AppKit
  // Each page has its own copy of the module's state.
  vi.resetModules()
  await import('./index.ts')
  return window.AppKit
}

test('getState returns the same object until the state changes, as useSyncExternalStore of React demands', async () => {
  const { getState, configure } = await loadAppKit()
  const first = getState()
  expect(getState()).toBe(first)
  configure({ theme: 'dark' })
  const second = getState()
  expect(second).not.toBe(first)
  expect(second.theme).toBe('dark')
  expect(getState()).toBe(second)
})

test('a page that changes a state that it read does not change the state of AppKit', async () => {
  const { getState, getAccount } = await loadAppKit()
  const read = getState()
  read.accounts.eip155 = { status: 'connected' }
  expect(getState().accounts).toEqual({})
  expect(getAccount()).toEqual({ status: 'disconnected' })
})

test.each(['"text"', '7', 'null', '[]', 'no JSON'])(
  'a stored value that is no restore hint, such as %s, leaves the visitor disconnected',
  async (stored) => {
    localStorage.setItem(restoreHintKey, stored)
    const { getAccount } = await loadAppKit()
    expect(getAccount()).toEqual({ status: 'disconnected' })
  },
)

test('a tag with type=module is told how to write it', async () => {
  // The browser tells no module script which tag loaded it.
  Object.defineProperty(document, 'currentScript', { value: null, configurable: true })
  await expect(loadAppKit()).rejects.toThrow('AppKit: write <script src=loader.js>, no type=module')
})
