// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { mockServer } from '../../../test/server.ts'
import { fetchWalletsById } from './directory.ts'

test('fetches 230 wallets by id with several requests of at most a hundred ids', async () => {
  const requests: number[] = []
  mockServer.use(
    http.get('*/getWallets', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const ids = (searchParams.get('include') ?? '').split(',')
      requests.push(ids.length)
      const data = ids.slice(0, Number(searchParams.get('entries'))).map((id) => ({ id, name: id, chains: [] }))
      return HttpResponse.json({ data, count: ids.length })
    }),
  )
  const ids = Array.from({ length: 230 }, (_, at) => `wallet${at}`)
  const wallets = await fetchWalletsById('shop', ids)
  expect(wallets.map(({ id }) => id)).toEqual(ids)
  expect(requests.toSorted((a, b) => b - a)).toEqual([100, 100, 30])
})
