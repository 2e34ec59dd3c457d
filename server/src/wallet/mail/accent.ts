type Colour = [red: number, green: number, blue: number]

/** The colours of a mail's bar and buttons, and of the text on them, in light and in dark. */
type Accent = Record<'light' | 'dark', { fill: string; text: string }>

/** The wallet's own colour, for mails that no site stands for. */
const ownAccent = '#1b6e40'
const [ink, paper]: [Colour, Colour] = [
  [27, 26, 23],
  [255, 255, 255],
]
const darkPaper: Colour = [22, 22, 21]
/** The contrast that WCAG AA requires of text. */
const readable = 4.5

/**
 * Works out a mail's colours from the project's accent, because mail clients compute no colours. On dark paper, the
 * accent is brightened until it reads.
 */
export const accentOf = (accent: string = ownAccent): Accent => {
  const colour = parseHex(accent)
  return { light: fillOf(colour), dark: fillOf(brighten(colour)) }
}

/** Makes the colour more vivid, and then whiter, until it reads. */
const brighten = (colour: Colour): Colour => {
  const most = Math.max(...colour, 1)
  const vivid = mix([0, 0, 0], colour, 255 / most)
  const steps = Array.from({ length: 11 }, (_, at) => at / 10)
  const brighter = [
    ...steps.map((share) => mix(colour, vivid, share)),
    ...steps.map((share) => mix(vivid, paper, share)),
  ]
  return brighter.find((each) => contrast(each, darkPaper) >= readable) ?? paper
}

const fillOf = (colour: Colour) => ({
  fill: hexOf(colour),
  text: hexOf(contrast(colour, paper) >= readable ? paper : ink),
})

/** Reads `#rgb` or `#rrggbb`, which the configuration's schema has checked. */
const parseHex = (hex: string): Colour => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  return [red, green, blue]
}
const hexOf = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Colour, to: Colour, share: number): Colour => {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share
  return [at(0), at(1), at(2)]
}

/** The contrast ratio of WCAG, 1 to 21. */
const contrast = (one: Colour, other: Colour): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
