// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest'
import { messages } from '../login/messages.ts'
import { createLook } from './look.ts'

const theme = { theme: 'light', width: 360 } as const

test('a request that arrives while a new language loads is answered in the new language', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en', 'ar'])
  const redraw = vi.fn()
  const { look, afterLanguageLoads } = createLook(document.documentElement, redraw)
  const readText = afterLanguageLoads((name: 'resend') => messages[name])
  await look({ ...theme, locale: 'en' })
  const looked = look({ ...theme, locale: 'ar' })
  expect(await readText('resend')).toBe('إعادة الإرسال')
  await looked
  expect(redraw).toHaveBeenCalledOnce()
})

test('a request that fails rejects with its own reason', async () => {
  const { afterLanguageLoads } = createLook(document.documentElement, () => undefined)
  await expect(afterLanguageLoads(() => Promise.reject(new Error('refused')))()).rejects.toThrow('refused')
})
