// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { bootstrap } from '../../test/bootstrap.ts'
import { openModal } from '../../test/modal.ts'
import { prerender } from './prerender.tsx'

type Legal = { termsUrl?: string; privacyUrl?: string; legalCheckbox: boolean }
const termsUrl = 'https://a.example/'
const privacyUrl = 'https://b.example/'

/** Fills the placeholders as the server does, without the part that a style sheet hides beside a check box. */
const fill = ({ termsUrl: terms, privacyUrl: privacy, legalCheckbox }: Legal) => {
  const dropped = [
    'email',
    !terms && 'terms',
    !privacy && 'privacy',
    !(terms && privacy) && 'both',
    terms || privacy ? 'unlinked' : 'linked',
    legalCheckbox ? 'legal' : 'checkbox',
    !terms && !privacy && 'legal',
  ]
  return dropped
    .filter((name) => name !== false)
    .reduce((html, name) => html.replaceAll(new RegExp(`<!--${name}-->.*?<!--/${name}-->`, 'g'), ''), prerender())
    .replaceAll('%TERMS_URL%', termsUrl)
    .replaceAll('%PRIVACY_URL%', privacyUrl)
}

const cardOf = (html: string) => {
  const box = document.createElement('div')
  box.innerHTML = html.replaceAll(/<!--.*?-->/g, '')
  // This box only carries a style of the prerendered copy.
  for (const agreement of box.querySelectorAll('[class*="agreement"]')) agreement.replaceWith(...agreement.childNodes)
  // This notice shows only if React never takes over.
  box.querySelector('[hidden]')?.remove()
  return box.querySelector('main')?.outerHTML.replaceAll(' readonly=""', '')
}

test.each<Legal>([
  { termsUrl, privacyUrl, legalCheckbox: false },
  { termsUrl, legalCheckbox: false },
  { privacyUrl, legalCheckbox: false },
  { legalCheckbox: false },
  { termsUrl, privacyUrl, legalCheckbox: true },
  { termsUrl, legalCheckbox: true },
  { privacyUrl, legalCheckbox: true },
  { legalCheckbox: true },
])('prerenders the same card as React for the legal options %j', async (legal) => {
  const { open } = await openModal({}, { options: { ...bootstrap.options, ...legal } })
  await open({})
  for (const ghosts of document.querySelectorAll('[inert]')) ghosts.remove()
  const drawn = document.querySelector('main')?.outerHTML ?? ''
  expect(textAndBoxes(cardOf(drawn))).toEqual(textAndBoxes(cardOf(fill(legal))))
  expect(words(drawn)).toBe(words(cardOf(fill(legal))))
})

/** Lists the elements with text or a size, with their classes, in order. It skips wrappers without styles. */
const textAndBoxes = (html: string | undefined): string[] => {
  const box = document.createElement('div')
  box.innerHTML = html ?? ''
  return [...box.querySelectorAll('*')]
    .filter((element) => element.getAttribute('class') && !/screen|view/.test(element.className.toString()))
    .map((element) => `${element.tagName} ${element.getAttribute('class')?.trim()} ${ownText(element)}`)
}

const words = (html = '') => html.replaceAll(/<[^>]*>/g, '')

const ownText = (element: Element): string =>
  [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent] : [])).join('')

test('contains every placeholder of the server', () => {
  const html = prerender()
  for (const name of ['email', 'row', 'guide', 'legal', 'checkbox', 'linked', 'unlinked'])
    expect(html.match(new RegExp(`<!--/?${name}-->`, 'g'))).toHaveLength(2)
  for (const name of ['terms', 'both', 'privacy'])
    expect(html.match(new RegExp(`<!--/?${name}-->`, 'g'))).toHaveLength(4)
  expect(html).not.toMatch(/ style=| on[a-z]+="|<script/)
})
