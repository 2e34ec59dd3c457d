import { atom } from 'jotai/vanilla'

const sourceAtom = atom(1)

/** How many wallets the page had counted when it created the frame: the list keeps their place until it has them. */
export const expectedRowsAtom = atom((get) => get(sourceAtom))
export const expectRowsAtom = atom(null, (_get, set, rows: number) => set(sourceAtom, rows))

const most = 6

/** From the frame's own address; anything else than a small number counts as one. */
export const readExpectedRows = (search: string): number => {
  const rows = Number(new URLSearchParams(search).get('rows') ?? 1)
  return Number.isInteger(rows) && rows >= 1 ? Math.min(rows, most) : 1
}
