import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../../../test/parts.ts'
import { createIconFiles } from './iconFiles.ts'

const webp = (text: string) => Buffer.from(`RIFF0000WEBP${text}`)

test('reads a stored image, and returns undefined for a URL without a stored image', async () => {
  const files = createIconFiles(await makeTestFolder())
  await files.write('https://a.example', webp('a'))
  expect((await files.read('https://a.example'))?.icon).toEqual(webp('a'))
  expect(await files.read('https://b.example')).toBeUndefined()
})

test('removes the oldest image files of a full folder, also those of an earlier start', async () => {
  const folder = await makeTestFolder()
  for (let index = 0; index < 12; index++)
    await createIconFiles(folder, 4).write(`https://${index}.example`, webp(String(index)))
  expect((await readdir(folder)).length).toBeLessThanOrEqual(4)
  expect(await createIconFiles(folder).read('https://11.example')).toBeDefined()
})

test('treats a corrupt image file as missing', async () => {
  const folder = await makeTestFolder()
  const files = createIconFiles(folder)
  await files.write('https://a.example', webp('a'))
  const [file = ''] = await readdir(folder)
  await writeFile(join(folder, file), 'half')
  expect(await files.read('https://a.example')).toBeUndefined()
})
