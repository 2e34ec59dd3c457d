import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../../test/parts.ts'
import { writeWholeFile } from './wholeFile.ts'

test('replaces a file, with the mode that the caller names', async () => {
  const path = join(await makeTestFolder(), 'list')
  await writeWholeFile(path, 'first')
  await writeWholeFile(path, 'second', 0o600)
  expect(await readFile(path, 'utf8')).toBe('second')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('leaves no draft of a file that it can not put in place', async () => {
  const folder = await makeTestFolder()
  await mkdir(join(folder, 'list/inside'), { recursive: true })
  await expect(writeWholeFile(join(folder, 'list'), 'text')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['list'])
})
