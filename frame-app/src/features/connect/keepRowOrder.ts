/**
 * The rows in the order in which they came to the screen: one that is late goes to the end, so that no row moves under
 * a pointer that is about to press it. The next visit sorts them.
 */
export const keepRowOrder = <Row extends { id: string }>(shownIds: readonly string[], rows: readonly Row[]): Row[] => {
  const places = new Map(shownIds.map((id, place) => [id, place]))
  const placeOf = ({ id }: Row) => places.get(id) ?? Number.POSITIVE_INFINITY
  return rows.toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)))
}
