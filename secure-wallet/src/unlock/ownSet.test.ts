import { describe, expect, test } from 'vitest'
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

describe('the one that is to take its place', () => {
  const arrive = async () => {
    const own = start()
    const { set } = await own.prepare('first')
    return { own, old: set.setId, coming: await own.come('first', 1) }
  }
  const idsOf = async (own: ReturnType<typeof start>) => (await own.candidates('first')).map(({ setId }) => setId)

  test('stands beside it, and is the same until it is settled', async () => {
    const { own, old, coming } = await arrive()
    expect(await own.come('first', 1)).toMatchObject({ setId: coming.setId })
    expect(await idsOf(own)).toEqual([old, coming.setId])
    await own.settle('first', coming.setId)
    expect(await idsOf(own)).toEqual([coming.setId])
    expect((await own.come('first', 1)).setId).not.toBe(coming.setId)
  })

  test('does not end the one of a later epoch, which the server may still get', async () => {
    const { own, coming } = await arrive()
    const later = await own.come('first', 2)
    await own.settle('first', coming.setId)
    expect(await idsOf(own)).toEqual([coming.setId, later.setId])
    await own.settle('first', later.setId)
    expect(await idsOf(own)).toEqual([later.setId])
  })

  test('is forgotten with it, and settles nothing after that', async () => {
    const { own, coming } = await arrive()
    await own.forget('first')
    await own.settle('first', coming.setId)
    expect(await idsOf(own)).toEqual([])
  })

  test('of another wallet is none of this one', async () => {
    const { own, old, coming } = await arrive()
    await own.come('second', 1)
    await own.settle('first', 'second')
    expect(await idsOf(own)).toEqual([old, coming.setId])
  })
})
