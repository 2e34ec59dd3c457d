import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { cellAfterKey } from './grid.ts'

type Input = {
  gridRef: RefObject<HTMLUListElement | null>
  count: number
  columns: number
  reveal: (cellIndex: number) => void
}

/** Roving tab index: the grid is one tab stop, and the arrow keys, Home and End move within it. */
export const useGridKeys = ({ gridRef, count, columns, reveal }: Input) => {
  const [focusedIndex, focusCell] = useState(0)
  const cellIndex = Math.min(focusedIndex, Math.max(count - 1, 0))
  const pendingFocus = useRef<number | null>(null)
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    // Ignores an arrow key with a modifier, because browsers use it to go back.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = cellAfterKey(event.key, cellIndex, { count, columns, isRightToLeft })
    if (next === null) return
    event.preventDefault()
    pendingFocus.current = next
    focusCell(next)
    reveal(next)
  }
  // Focuses the cell after any render, because the cell may first have to scroll into view or load.
  useEffect(() => {
    const cell =
      pendingFocus.current === cellIndex ? gridRef.current?.querySelector<HTMLElement>('[tabindex="0"]') : null
    if (!cell) return
    pendingFocus.current = null
    cell.focus({ preventScroll: true })
  })
  return { cellIndex, focusCell, handleKey }
}
