/** The usual number of cells in a row. */
export const usualColumns = 4

/** The number of cells in a row of this width: fewer than usual if the visitor's text is large. */
export const columnsIn = (width: number, rootFontPx: number): number =>
  // Before the browser lays out the frame, nothing has a width.
  width === 0 ? usualColumns : Math.max(1, Math.min(usualColumns, Math.floor(width / (4.5 * rootFontPx))))

/** The height of a row in px: an icon of 52 px, two lines of small text, padding and the gap to the next row. */
export const walletRowHeight = (rootFontPx: number): number =>
  Math.ceil(52 + 6 + 2 * 0.8125 * 1.45 * rootFontPx + 18 + 8)

/** The height in px of the search field with its margins. */
export const searchFieldHeight = 66

/** The index of the cell to which a key moves the focus, or null if the key moves no focus. */
export const cellAfterKey = (
  key: string,
  cellIndex: number,
  { count, columns, isRightToLeft }: { count: number; columns: number; isRightToLeft: boolean },
): number | null => {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const next = {
    [forward]: cellIndex + 1,
    [backward]: cellIndex - 1,
    ArrowDown: cellIndex + columns,
    ArrowUp: cellIndex - columns,
  }[key]
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return next !== undefined && next >= 0 && next < count ? next : null
}
