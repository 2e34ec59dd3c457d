import { expect, test } from 'vitest'
import { commonErrors } from '../../protocol/errors/commonErrors.ts'
import { titles } from './titles.ts'

test.each(Object.entries(titles))('%s has the title of the catalogue', (reason, title) => {
  expect(commonErrors[reason as keyof typeof commonErrors].short).toBe(title)
})
