// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { openPage, sampleAccountOn } from '../../../test/page.ts'

const openLimitedPage = () => {
  const allowed: string[][] = []
  const page = openPage({
    allowTransactions: (ids) => {
      allowed.push(ids)
    },
  })
  return { ...page, allowed }
}

test('names the networks for transactions before the visitor connects, and again when they change', async () => {
  const { call, allowed } = openLimitedPage()
  await call('configure', [{ unsupportedChain: 'banner' }])
  await vi.waitFor(() => expect(allowed).toEqual([['eip155:1', 'eip155:10']]))
  await call('removeNetwork', ['eip155:10'])
  await vi.waitFor(() => expect(allowed.at(-1)).toEqual(['eip155:1']))
  await call('configure', [{ unsupportedChain: 'allow' }])
  await vi.waitFor(() => expect(allowed.at(-1)).toEqual([]))
})

test('ends the limit of an earlier visit when a visitor is connected', async () => {
  const { call, allowed } = openLimitedPage()
  await vi.dynamicImportSettled()
  expect(allowed).toEqual([])
  await call('account', ['eip155', sampleAccountOn(1)])
  await vi.waitFor(() => expect(allowed).toEqual([[]]))
})
