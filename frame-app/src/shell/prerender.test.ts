// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { bootstrap } from '../../test/bootstrap.ts'
import { openModal } from '../../test/modal.ts'
import { prerender } from './prerender.tsx'

/** What the server makes of the places. */
const fill = (dropped: 'terms' | 'checkbox') =>
  prerender()
    .replace(new RegExp(`<!--${dropped}-->.*<!--/${dropped}-->`), '')
    .replaceAll('%TERMS_URL%', 'https://a.example/')
    .replaceAll('%PRIVACY_URL%', 'https://b.example/')

const cardOf = (html: string) => {
  const box = document.createElement('div')
  box.innerHTML = html.replaceAll(/<!--.*?-->/g, '')
  // The box that only carries a rule of the prerendered copy.
  for (const agreement of box.querySelectorAll('[class*="agreement"]')) agreement.replaceWith(...agreement.childNodes)
  return box.querySelector('main')?.outerHTML.replaceAll(' readonly=""', '')
}

test.each([
  ['checkbox', false],
  ['terms', true],
] as const)('without its %s, the prerendered card is the one that React draws', async (dropped, legalCheckbox) => {
  const links = { termsUrl: 'https://a.example/', privacyUrl: 'https://b.example/' }
  const { open } = await openModal({}, { options: { ...bootstrap.options, ...links, legalCheckbox } })
  await open({})
  for (const ghosts of document.querySelectorAll('[inert]')) ghosts.remove()
  const drawn = document.querySelector('main')?.outerHTML ?? ''
  expect(textAndBoxes(cardOf(drawn))).toEqual(textAndBoxes(cardOf(fill(dropped))))
})

/** Every element that has text or a size of its own, with its classes, in order. Wrappers without a look don't count. */
const textAndBoxes = (html: string | undefined): string[] => {
  const box = document.createElement('div')
  box.innerHTML = html ?? ''
  return [...box.querySelectorAll('*')]
    .filter((element) => element.getAttribute('class') && !/screen|view/.test(element.className.toString()))
    .map((element) => `${element.tagName} ${element.getAttribute('class')?.trim()} ${ownText(element)}`)
}

const ownText = (element: Element): string =>
  [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent] : [])).join('')

test('the server finds its places', () => {
  const html = prerender()
  for (const name of ['row', 'guide', 'terms', 'checkbox'])
    expect(html.match(new RegExp(`<!--/?${name}-->`, 'g'))).toHaveLength(2)
  expect(html).not.toMatch(/ style=| on[a-z]+="|<script/)
})
