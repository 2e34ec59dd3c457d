import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../../test/parts.ts'
import { openRevocations } from './revocations.ts'

const clock = () => 1_000_000
const session = (id: string, own = {}) => ({ id, signedInAt: 900, endsAt: 2_000, ...own })

test('keeps the revocation of a session across a restart until the session expires', async () => {
  const folder = await makeTestFolder()
  const revocations = await openRevocations(folder, clock)
  await revocations.revoke(session('one'))
  await revocations.revoke(session('soon', { endsAt: 1_001 }))
  expect(revocations.isRevoked(session('one'))).toBe(true)
  expect(revocations.isRevoked(session('two'))).toBe(false)
  const later = await openRevocations(folder, () => 1_500_000)
  expect(later.isRevoked(session('one'))).toBe(true)
  expect(await readFile(join(folder, 'sign-in/signed-out.jsonl'), 'utf8')).toBe('["one",900,2000]\n')
})

test('skips a truncated line in the file of revocations and reads the other lines', async () => {
  const folder = await makeTestFolder()
  await (await openRevocations(folder, clock)).revoke(session('one'))
  await appendFile(join(folder, 'sign-in/signed-out.jsonl'), '["two",90')
  const again = await openRevocations(folder, clock)
  expect(again.isRevoked(session('one'))).toBe(true)
  await again.revoke(session('three'))
  expect((await openRevocations(folder, clock)).isRevoked(session('three'))).toBe(true)
})

test('treats all older sessions as revoked when the list of revocations is full', async () => {
  const revocations = await openRevocations(await makeTestFolder(), clock, 2)
  await revocations.revoke(session('one', { signedInAt: 910 }))
  await revocations.revoke(session('two', { signedInAt: 920 }))
  expect(revocations.isRevoked(session('other', { signedInAt: 905 }))).toBe(false)
  await revocations.revoke(session('three', { signedInAt: 930 }))
  expect(revocations.isRevoked(session('one', { signedInAt: 910 }))).toBe(true)
  expect(revocations.isRevoked(session('other', { signedInAt: 905 }))).toBe(true)
  expect(revocations.isRevoked(session('young', { signedInAt: 940 }))).toBe(false)
})

test('still treats all older sessions as revoked after several restarts, when fewer revocations are left', async () => {
  const folder = await makeTestFolder()
  const revocations = await openRevocations(folder, clock, 2)
  await revocations.revoke(session('one', { signedInAt: 910 }))
  await revocations.revoke(session('two', { signedInAt: 920, endsAt: 1_200 }))
  await revocations.revoke(session('three', { signedInAt: 930 }))
  await openRevocations(folder, clock, 2)
  const later = await openRevocations(folder, () => 1_500_000, 2)
  expect(later.isRevoked(session('one', { signedInAt: 910 }))).toBe(true)
  expect(later.isRevoked(session('young', { signedInAt: 940 }))).toBe(false)
})
