import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../../test/parts.ts'
import { readOrMakeSecret } from './secretFile.ts'

test('processes that start at once get the same secret, in a file that only this user can read', async () => {
  const folder = join(await makeTestFolder(), 'keys')
  const path = join(folder, 'secret')
  const all = await Promise.all(Array.from({ length: 20 }, () => readOrMakeSecret(path, randomUUID)))
  expect(new Set(all.map(String)).size).toBe(1)
  expect(await readOrMakeSecret(path, randomUUID)).toEqual(all[0])
  expect([(await stat(path)).mode & 0o777, await readdir(folder)]).toEqual([0o400, ['secret']])
})
