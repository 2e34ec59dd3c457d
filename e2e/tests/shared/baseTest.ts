import { test as base } from '@playwright/test'
import { createStacks } from './stacks.ts'

export { expect } from '@playwright/test'

/**
 * The test that all others extend, and the only one with worker fixtures. For each further set of worker fixtures
 * Playwright would start workers anew, after those of the first set.
 */
export const test = base.extend<object, { stacks: ReturnType<typeof createStacks> }>({
  stacks: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use) => {
      const stacks = createStacks()
      await use(stacks)
      await stacks.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
