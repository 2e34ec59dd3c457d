import { vi } from 'vitest'

/** Of vitest's own second a busy machine may take more than is left; whoever waits for longer says so. */
const patienceMs = 15_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options })
