/**
 * Keeps rows in the order in which they appeared. A late row goes to the end, so that no row moves under the pointer.
 * The next visit sorts them.
 */
export const keepRowOrder = <Row extends { id: string }>(shownIds: readonly string[], rows: readonly Row[]): Row[] => {
  const places = new Map(shownIds.map((id, place) => [id, place]))
  const placeOf = ({ id }: Row) => places.get(id) ?? Number.POSITIVE_INFINITY
  return rows.toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)))
}
