import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, test, vi } from 'vitest'
import { showRefusal } from './refusal.ts'

test.each([
  [
    new AppError(commonErrors.ORIGIN_NOT_ALLOWED),
    'ORIGIN_NOT_ALLOWED',
    'This site is not allowed to open this wallet.',
  ],
  [
    new AppError(commonErrors.UNVERIFIED_DOMAIN),
    'UNVERIFIED_DOMAIN',
    'This wallet opens only inside a site that it belongs to.',
  ],
  [new AppError(commonErrors.SERVER_ERROR), 'SERVER_ERROR', 'This wallet could not be opened.'],
  [new Error('internal detail'), 'INTERNAL_ERROR', 'This wallet could not be opened.'],
])('refuses to start after the error %o, and sends the code %s to the frame', (thrown, reason, sentence) => {
  const parent = { postMessage: vi.fn() }
  const body = { replaceChildren: vi.fn() }
  showRefusal({ parent, addEventListener: vi.fn() }, body, thrown)
  expect(parent.postMessage).toHaveBeenCalledWith({ t: 'refused', reason }, '*')
  expect(body.replaceChildren).toHaveBeenCalledWith(sentence)
})
