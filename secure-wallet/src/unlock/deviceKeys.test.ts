import { describe, expect, test } from 'vitest'
import { memoryStore } from '../session/store.ts'
import { createDeviceKeys } from './deviceKeys.ts'

const start = () =>
  createDeviceKeys({
    store: memoryStore(),
    scope: 'p https://shop.example',
    custody: { wrap: async () => ({ iv: '', data: '' }) },
    type: 'device',
    label: () => 'Chrome on Linux',
  })

test('keeps the device key of one wallet when another account signs in', async () => {
  const keys = start()
  const { set } = await keys.prepareFirst('first')
  const other = await keys.prepareFirst('second')
  expect(await keys.find('first')).toMatchObject({ setId: set.setId, walletId: 'first' })
  await keys.forget('second')
  expect(await keys.find('second')).toBeNull()
  await other.undo()
  expect(await keys.find('first')).not.toBeNull()
})

test('restores the earlier device key if the server refuses the new share set', async () => {
  const keys = start()
  const { set } = await keys.prepareFirst('first')
  const { undo } = await keys.prepareFirst('first')
  await undo()
  expect(await keys.find('first')).toMatchObject({ setId: set.setId })
})

describe('the next device key, prepared for a renewal of the vault key', () => {
  const prepare = async () => {
    const keys = start()
    const { set } = await keys.prepareFirst('first')
    return { keys, currentId: set.setId, next: await keys.prepareNext('first', 1) }
  }
  const idsOf = async (keys: ReturnType<typeof start>) => (await keys.candidates('first')).map(({ setId }) => setId)

  test('keeps the next device key beside the current key, and creates no other next key until `settle`', async () => {
    const { keys, currentId, next } = await prepare()
    expect(await keys.prepareNext('first', 1)).toMatchObject({ setId: next.setId })
    expect(await idsOf(keys)).toEqual([currentId, next.setId])
    await keys.settle('first', next.setId)
    expect(await idsOf(keys)).toEqual([next.setId])
    expect((await keys.prepareNext('first', 1)).setId).not.toBe(next.setId)
  })

  test('keeps the next device key of a later epoch when `settle` gets an earlier key, because the server may still accept it', async () => {
    const { keys, next } = await prepare()
    const later = await keys.prepareNext('first', 2)
    await keys.settle('first', next.setId)
    expect(await idsOf(keys)).toEqual([next.setId, later.setId])
    await keys.settle('first', later.setId)
    expect(await idsOf(keys)).toEqual([later.setId])
  })

  test('deletes the next device key with the current key, and does not store it again at `settle`', async () => {
    const { keys, next } = await prepare()
    await keys.forget('first')
    await keys.settle('first', next.setId)
    expect(await idsOf(keys)).toEqual([])
  })

  test('the next device key of another wallet does not change the keys of this wallet', async () => {
    const { keys, currentId, next } = await prepare()
    await keys.prepareNext('second', 1)
    await keys.settle('first', 'second')
    expect(await idsOf(keys)).toEqual([currentId, next.setId])
  })
})
