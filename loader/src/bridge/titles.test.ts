import { expect, test } from 'vitest'
import { errorCatalogue } from '../../protocol/errors/errorCatalogue.ts'
import { titles } from './titles.ts'

test.each(Object.entries(titles))('%s has the title of the catalogue', (reason, title) => {
  expect(errorCatalogue[reason as keyof typeof errorCatalogue].short).toBe(title)
})
