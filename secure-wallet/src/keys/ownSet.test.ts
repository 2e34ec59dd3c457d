import { expect, test } from 'vitest'
import { memoryStore } from '../session/store.ts'
import { createOwnSet } from './ownSet.ts'

const start = () =>
  createOwnSet({
    store: memoryStore(),
    scope: 'p https://shop.example',
    custody: { wrap: async () => ({ iv: '', data: '' }) },
    type: 'device',
    label: 'Chrome on Linux',
  })

test('what opens one wallet outlives the login of somebody else', async () => {
  const own = start()
  const { set } = await own.prepare('first')
  const other = await own.prepare('second')
  expect(await own.find('first')).toMatchObject({ setId: set.setId, walletId: 'first' })
  await own.forget('second')
  expect(await own.find('second')).toBeNull()
  await other.undo()
  expect(await own.find('first')).not.toBeNull()
})

test('a set that the server did not take gives its place back to the one before', async () => {
  const own = start()
  const { set } = await own.prepare('first')
  const { undo } = await own.prepare('first')
  await undo()
  expect(await own.find('first')).toMatchObject({ setId: set.setId })
})
