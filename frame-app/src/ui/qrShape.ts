import { encode } from 'uqr'

/** The width of a finder pattern in modules. Three corners of the code have one. */
const finder = 7
/** The share of the code's width that the icon in the middle covers, with its margin. */
const iconShare = 0.26

export type QrShape = {
  /** The width of the code in modules. */
  size: number
  /** An SVG path with one stroke for each run of dark modules. */
  path: string
  /** The positions of the upper left corners of the finder patterns. */
  corners: [number, number][]
}

/**
 * Computes the shapes of a QR code. With an icon in the middle the code uses error correction Q: a reader may miss 25
 * %, and the icon hides about 7 %.
 */
export const qrShape = (text: string, hasIcon: boolean): QrShape => {
  const { data, size } = encode(text, { ecc: hasIcon ? 'Q' : 'M', border: 0 })
  const far = size - finder
  const hole = hasIcon ? Math.floor((size * (1 - iconShare)) / 2) : size
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

/**
 * Draws a run of dark modules from the middle of its first module to the middle of its last. SVG draws no line of zero
 * length.
 */
const stroke = ({ start, length }: Run, y: number): string => `M${start + 0.5} ${y + 0.5}h${length - 1 || 0.01}`
