/** The position of one pointer event, on the screen and in this document. */
type PointerPosition = { screenX: number; screenY: number; clientX: number; clientY: number }

/** How many screen units one CSS pixel has, at the zoom levels of browsers. */
const zooms = [0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]
/** Browsers round screen and document positions to whole units, so this difference does not count as a move. */
const tolerance = 2

/**
 * Counts moves of the secure frame. Between two events, the pointer travels on the screen and in the document. If no
 * zoom level explains the ratio of both distances, the frame was moved under the pointer, or was scaled.
 */
export const createFrameMoveCounter = () => {
  let anchor: PointerPosition | null = null
  let possible = zooms
  let moves = 0

  return (pointer: PointerPosition): number => {
    if (anchor) {
      const { screenX, screenY, clientX, clientY } = anchor
      const left = possible.filter(
        (zoom) =>
          Math.abs(pointer.screenX - screenX - zoom * (pointer.clientX - clientX)) <= tolerance &&
          Math.abs(pointer.screenY - screenY - zoom * (pointer.clientY - clientY)) <= tolerance,
      )
      if (left.length > 0) {
        possible = left
        return moves
      }
      moves++
    }
    anchor = pointer
    possible = zooms
    return moves
  }
}
