import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTestFolder } from '../../test/parts.ts'
import { acquireLease } from './lease.ts'

const leasePath = async () => join(await makeTestFolder(), 'db.lease')
const ignoreLoss = () => undefined

test('frees a lease that nobody renews, and gives it to only one of two processes that want it', async () => {
  const path = await leasePath()
  await writeFile(path, 'the lease of a killed process')
  const results = await Promise.allSettled([acquireLease(path, ignoreLoss), acquireLease(path, ignoreLoss)])
  const held = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(held).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'DATABASE_IN_USE' } })
  held[0]?.assertHeld()
  await held[0]?.release()
  expect(await readdir(join(path, '..'))).toEqual([])
})

test('leaves no draft of a lease that it can not put in place', async () => {
  const path = await leasePath()
  await writeFile(path, 'the lease of a killed process')
  const folder = dirname(path)
  // As soon as the draft exists, a folder takes the place of the stale lease, so that the rename fails.
  const block = (): void => {
    if (readdirSync(folder).length === 1) return void setImmediate(block)
    rmSync(path)
    mkdirSync(path)
  }
  const acquiring = acquireLease(path, ignoreLoss)
  // The lease is stale after six seconds at the earliest.
  setTimeout(block, 4_000)
  await expect(acquiring).rejects.toMatchObject({ code: 'EISDIR' })
  expect(readdirSync(folder)).toEqual(['db.lease'])
})

test('renews a lease while a statement blocks the main thread', async () => {
  const path = await leasePath()
  const lease = await acquireLease(path, ignoreLoss)
  onTestFinished(lease.release)
  const before = await readFile(path, 'utf8')
  const shared = new Int32Array(new SharedArrayBuffer(4))
  const read = () => readFileSync(path, 'utf8')
  // No step of this loop lets the main thread do anything else.
  for (let waits = 0; waits < 100 && read() === before; waits++) Atomics.wait(shared, 0, 0, 100)
  expect(read()).not.toBe(before)
})

test.each<[string, (path: string) => Promise<void>]>([
  ['is deleted', (path) => rm(path)],
  ['belongs to another process', (path) => writeFile(path, 'another process')],
])('a holder loses its lease if the file %s', async (_, change) => {
  const path = await leasePath()
  const onLost = vi.fn()
  const lease = await acquireLease(path, onLost)
  onTestFinished(lease.release)
  await change(path)
  expect(lease.assertHeld).toThrow('has taken over')
  expect(lease.assertHeld).toThrow('has taken over')
  expect(onLost).toHaveBeenCalledTimes(1)
})
