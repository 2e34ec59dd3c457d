/**
 * Keeps wallet rows in the order in which they appeared. A late row goes to the end, so that no row moves under the
 * pointer. On the next visit all rows are sorted again.
 */
export const keepRowOrder = <Row extends { id: string }>(shownIds: readonly string[], rows: readonly Row[]): Row[] => {
  const positions = new Map(shownIds.map((id, position) => [id, position]))
  const positionOf = ({ id }: Row) => positions.get(id) ?? Number.POSITIVE_INFINITY
  return rows.toSorted((first, second) =>
    positionOf(first) === positionOf(second) ? 0 : positionOf(first) - positionOf(second),
  )
}
