// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { sentenceWithValues } from './parts.ts'

test('lets a line break after the @ of an e-mail address', () => {
  const made = sentenceWithValues('We sent it to {email}.', { email: 'mara@orchard.example' })
  expect(made.textContent).toBe('We sent it to mara@orchard.example.')
  expect(made.innerHTML).toContain('<bdi class="strong">mara@<wbr>orchard.example</bdi>')
})
