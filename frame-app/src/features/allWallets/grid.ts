export const columns = 4

/** A tile of 52 px with a line of small text under it, the padding around both, and the gap to the next row. */
export const rowSize = (rootFontPx: number): number => Math.ceil(52 + 6 + 0.8125 * 1.45 * rootFontPx + 18 + 8)

/** The search field with what is above and below it. */
export const searchSpace = 66

/** Where a key leads in the grid, or null where the key means nothing here. */
export const placeAfter = (key: string, place: number, count: number, isRightToLeft: boolean): number | null => {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const next = { [forward]: place + 1, [backward]: place - 1, ArrowDown: place + columns, ArrowUp: place - columns }[
    key
  ]
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return next !== undefined && next >= 0 && next < count ? next : null
}
