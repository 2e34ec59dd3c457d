import type { Frame, Page } from '@playwright/test'

/** Finds the frame of the modal, whose document may still load. */
export const modalFrame = (page: Page): Frame => {
  const frame = page.frames().find((each) => /\/f\//.test(each.url()))
  if (!frame) throw new Error('The page has no frame of the modal.')
  return frame
}
