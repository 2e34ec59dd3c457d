import { atom } from 'jotai/vanilla'
import { bootstrapAtom } from '../../core/state/options.ts'

const sourceAtom = atom(1)

/** With a relay: any wallet that scans its code, and the way to all others. */
const relayRows = 2

/**
 * The wallets that the page had counted when it created the frame, and those that the project offers: the list keeps
 * their place until it has them all. The server reserves as many rows in the document.
 */
export const expectedRowsAtom = atom((get) => {
  const { wallets, options, walletConnect } = get(bootstrapAtom)
  return get(sourceAtom) + wallets.length + options.customWallets.length + (walletConnect ? relayRows : 0)
})
export const expectRowsAtom = atom(null, (_get, set, rows: number) => set(sourceAtom, rows))

const most = 6

/** From the frame's own address; anything else than a small number counts as one. */
export const readExpectedRows = (search: string): number => {
  const rows = Number(new URLSearchParams(search).get('rows') ?? 1)
  return Number.isInteger(rows) && rows >= 1 ? Math.min(rows, most) : 1
}
