import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { placeAfter } from './grid.ts'

type Input = { gridRef: RefObject<HTMLUListElement | null>; count: number; reveal: (place: number) => void }

/** Roving tab index: the grid is one tab stop, and the arrow keys, Home and End move within it. */
export const useGridKeys = ({ gridRef, count, reveal }: Input) => {
  const [stayedAt, stay] = useState(0)
  const place = Math.min(stayedAt, Math.max(count - 1, 0))
  const wanted = useRef<number | null>(null)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // A modifier with an arrow key goes back.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = placeAfter(event.key, place, count, isRightToLeft)
    if (next === null) return
    event.preventDefault()
    wanted.current = next
    stay(next)
    reveal(next)
  }
  // Runs after each render, because the cell may first have to scroll into view or load.
  useEffect(() => {
    const cell = wanted.current === place ? gridRef.current?.querySelector<HTMLElement>('[tabindex="0"]') : null
    if (!cell) return
    wanted.current = null
    cell.focus({ preventScroll: true })
  })
  return { place, stay, press }
}
