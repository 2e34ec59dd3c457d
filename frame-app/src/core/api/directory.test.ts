// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server } from '../../../test/server.ts'
import { fetchWallets } from './directory.ts'

test('more ids than the server puts on a page are asked for in several', async () => {
  const asked: number[] = []
  server.use(
    http.get('*/getWallets', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const ids = (searchParams.get('include') ?? '').split(',')
      asked.push(ids.length)
      const data = ids.slice(0, Number(searchParams.get('entries'))).map((id) => ({ id, name: id, chains: [] }))
      return HttpResponse.json({ data, count: ids.length })
    }),
  )
  const ids = Array.from({ length: 230 }, (_, at) => `wallet${at}`)
  const wallets = await fetchWallets('shop', ids)
  expect(wallets.map(({ id }) => id)).toEqual(ids)
  expect(asked.toSorted((one, other) => other - one)).toEqual([100, 100, 30])
})
