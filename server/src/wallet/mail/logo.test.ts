import { expect, test, vi } from 'vitest'
import { createLogoReader } from './logo.ts'

const url = 'https://shop.example/logo.svg'
const logo = Buffer.from('logo')

test('draws the logo of many mails once', async () => {
  const draw = vi.fn(async () => logo)
  const read = createLogoReader(draw)
  expect(await Promise.all([read(url), read(url)])).toEqual([logo, logo])
  expect(await read(url)).toBe(logo)
  expect(draw).toHaveBeenCalledTimes(1)
})

test.each([
  ['is missing', async () => undefined],
  ['fails', () => Promise.reject(new Error('no sharp'))],
])('draws a logo that %s again for the next mail', async (_, first) => {
  const draw = vi.fn(async (): Promise<Buffer | undefined> => logo).mockImplementationOnce(first)
  const read = createLogoReader(draw)
  await read(url).catch(() => undefined)
  expect(await read(url)).toBe(logo)
})
