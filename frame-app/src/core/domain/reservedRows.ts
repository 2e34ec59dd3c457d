/** The most rows that the document's script reserves, for wallets of the page and for those that the page features. */
export const rowLimit = 6

/**
 * Reads a part of the frame's fragment: the number of the page's wallets, and the ids of the wallets that the page
 * features. The zero makes the number the first match in every text.
 */
export const readRows = (rows: string | null): string[] =>
  (`0${rows}`.match(/[\w-]+/g) as string[]).slice(0, rowLimit + 1)
