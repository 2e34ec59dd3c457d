import { encode } from 'uqr'

/** Modules along the side of a finder pattern, which stands in three corners. */
const finder = 7
/** The part of a side that a mark in the middle takes, with its margin. */
const markShare = 0.26

export type QrShape = {
  /** Modules along one side. */
  size: number
  /** One stroke for each run of dark modules. */
  path: string
  /** Upper left corners of the finder patterns. */
  corners: [number, number][]
}

/** With a mark in the middle a quarter of the code may be lost, which is four times what the mark hides. */
export const qrShape = (text: string, hasMark: boolean): QrShape => {
  const { data, size } = encode(text, { ecc: hasMark ? 'Q' : 'M', border: 0 })
  const far = size - finder
  const hole = hasMark ? Math.floor((size * (1 - markShare)) / 2) : size
  const isFinder = (x: number, y: number) => ((x < finder || x >= far) && y < finder ? true : x < finder && y >= far)
  const isHole = (x: number, y: number) => Math.min(x, y) >= hole && Math.max(x, y) < size - hole
  const isDark = (x: number, y: number) => data[y]?.[x] === true && !isFinder(x, y) && !isHole(x, y)
  return {
    size,
    path: data
      .map((row, y) =>
        runs(row.length, (x) => isDark(x, y))
          .map((run) => stroke(run, y))
          .join(''),
      )
      .join(''),
    corners: [
      [0, 0],
      [far, 0],
      [0, far],
    ],
  }
}

type Run = { start: number; length: number }

const runs = (count: number, isDark: (x: number) => boolean): Run[] => {
  const found: Run[] = []
  for (let x = 0; x < count; x++) {
    if (!isDark(x)) continue
    const last = found.at(-1)
    if (last && last.start + last.length === x) last.length++
    else found.push({ start: x, length: 1 })
  }
  return found
}

/** From the middle of the first module to the middle of the last. A line of no length would not be drawn. */
const stroke = ({ start, length }: Run, y: number): string => `M${start + 0.5} ${y + 0.5}h${length - 1 || 0.01}`
