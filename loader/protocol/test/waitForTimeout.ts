import { vi } from 'vitest'

/** Vitest's `waitFor` polls for one second by default, which is too short on a busy machine. */
const timeoutMs = 15_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: timeoutMs, ...options })
