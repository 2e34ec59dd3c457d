// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { panelIntro, sentenceWithValues } from './parts.ts'

test('lets a line break after the @ of an e-mail address', () => {
  const made = sentenceWithValues('We sent it to {email}.', { email: 'mara@orchard.example' })
  expect(made.textContent).toBe('We sent it to mara@orchard.example.')
  expect(made.innerHTML).toContain('<bdi class="strong">mara@<wbr>orchard.example</bdi>')
})

test('the title of a panel is a heading of the first level, which can take the focus', () => {
  const title = panelIntro({ title: 'Check your email' }).querySelector('h1')
  expect([title?.textContent, title?.tabIndex]).toEqual(['Check your email', -1])
})
