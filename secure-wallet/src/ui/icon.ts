import { setAttributes } from './element.ts'

/** The SVG paths of each icon, on a 20 × 20 grid. */
const shapes = {
  back: 'M12.25 4.75 7 10l5.25 5.25',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  clock: 'M17.25 10A7.25 7.25 0 1 1 2.75 10a7.25 7.25 0 0 1 14.5 0Z M10 5.75V10l2.75 1.75',
  copy: 'M7 9.5A2.5 2.5 0 0 1 9.5 7h4.75a2.5 2.5 0 0 1 2.5 2.5v4.75a2.5 2.5 0 0 1-2.5 2.5H9.5A2.5 2.5 0 0 1 7 14.25Z M13 4.6a2.5 2.5 0 0 0-2.25-1.35h-5A2.5 2.5 0 0 0 3.25 5.75v5c0 1 .55 1.8 1.35 2.25',
  doc: 'M11.5 2.75H6.75a2 2 0 0 0-2 2v10.5a2 2 0 0 0 2 2h6.5a2 2 0 0 0 2-2V6.5l-3.75-3.75Z M7.75 10h4.5m-4.5 3h3',
  info: 'M10 2.75a7.25 7.25 0 1 1 0 14.5a7.25 7.25 0 0 1 0-14.5M10 9.25v4.25M10 6.5v.01',
  key: 'M10.25 13.25a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z m-1-2.5 6.5-6.5m-2.5 2.5 2.25 2.25',
  laptop: 'M3.75 6a2 2 0 0 1 2-2h8.5a2 2 0 0 1 2 2v6.75H3.75Z M2 15.75h16',
  lock: 'M4.25 11.25a2.5 2.5 0 0 1 2.5-2.5h6.5a2.5 2.5 0 0 1 2.5 2.5v3a2.5 2.5 0 0 1-2.5 2.5h-6.5a2.5 2.5 0 0 1-2.5-2.5Z M6.75 8.5V6.25a3.25 3.25 0 0 1 6.5 0V8.5',
  mail: 'M2.75 6.75a2.5 2.5 0 0 1 2.5-2.5h9.5a2.5 2.5 0 0 1 2.5 2.5v6.5a2.5 2.5 0 0 1-2.5 2.5h-9.5a2.5 2.5 0 0 1-2.5-2.5Z m.5-.75 6.75 5 6.75-5',
  next: 'M7.75 5.5 12.25 10l-4.5 4.5',
  open: 'M11.75 3.75h4.5v4.5M16 4l-6.5 6.5 M15.25 11.5v2.25a2.5 2.5 0 0 1-2.5 2.5h-6.5a2.5 2.5 0 0 1-2.5-2.5v-6.5a2.5 2.5 0 0 1 2.5-2.5H8.5',
  passkey:
    'M11 6.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z M2.75 16.25c.3-3 2.5-4.75 5.25-4.75.9 0 1.7.2 2.4.5 M17 11a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0Z m-2.25 2.25v4m0-1.75h1.5',
  phone:
    'M5.75 4.75A2.25 2.25 0 0 1 8 2.5h4a2.25 2.25 0 0 1 2.25 2.25v10.5A2.25 2.25 0 0 1 12 17.5H8a2.25 2.25 0 0 1-2.25-2.25Z M9 14.75h2',
  power: 'M10 3v6.5 M6 5.25a6.25 6.25 0 1 0 8 0',
  shield: 'M10 2.75 4 5v4.5c0 3.6 2.4 6.3 6 7.75 3.6-1.45 6-4.15 6-7.75V5l-6-2.25Z',
  stop: 'M17.25 10A7.25 7.25 0 1 1 2.75 10a7.25 7.25 0 0 1 14.5 0Z M7.6 7.6l4.8 4.8m0-4.8-4.8 4.8',
  warn: 'M10 3.25 2.6 16.1h14.8L10 3.25Z M10 8.25v3.5 M10 13.9v.01',
} as const
export type IconName = keyof typeof shapes

const svg = 'http://www.w3.org/2000/svg'

/** Creates an icon, which is hidden from screen readers because the text beside it says the same. */
export const icon = (name: IconName, className = ''): SVGElement => {
  const made = document.createElementNS(svg, 'svg')
  setAttributes(made, { class: `icon ${className}`.trim(), viewBox: '0 0 20 20', 'aria-hidden': 'true' })
  const path = document.createElementNS(svg, 'path')
  path.setAttribute('d', shapes[name])
  made.append(path)
  return made
}
