import type { WalletRow } from '../../core/connectors/order.ts'

/**
 * Gives each row the key of the row on display that it replaces, so that React keeps the element with its focus. For
 * example a late wallet of the page replaces its row of the directory. A row that replaces none has its id as key.
 */
export const keepKeys = <Row extends Pick<WalletRow, 'id' | 'offeredId' | 'walletIds' | 'wallet'>>(
  shownKeys: readonly string[],
  rows: readonly Row[],
): (Row & { key: string })[] => {
  const ids = rows.map(({ id }) => id)
  return rows.map((row) => {
    const others = [row.offeredId, row.wallet?.other_id, ...Object.values(row.walletIds ?? {})]
    const replaced = others.filter((id) => !ids.includes(id as string))
    return { ...row, key: shownKeys.find((key) => key === row.id || replaced.includes(key)) ?? row.id }
  })
}

/**
 * Keeps wallet rows in the order in which they appeared. A late row goes to the end, so that no row moves under the
 * pointer. On the next visit all rows are sorted again.
 */
export const keepRowOrder = <Row extends { key: string }>(
  shownKeys: readonly string[],
  rows: readonly Row[],
): Row[] => {
  const order = [...shownKeys, ...rows.map(({ key }) => key)]
  return rows.toSorted((first, second) => order.indexOf(first.key) - order.indexOf(second.key))
}
