import { expect, test } from 'vitest'
import { commonErrors } from '../../protocol/errors/commonErrors.ts'
import { errorTitles } from './titles.ts'

test.each(Object.entries(errorTitles))('gives %s the title of the error table', (reason, title) => {
  expect(commonErrors[reason as keyof typeof commonErrors].short).toBe(title)
})
