import { expect, test } from 'vitest'
import { makeApp, modal } from '../test/parts.ts'

const app = await makeApp()
const search = async (query: string) => {
  const response = await app(`${modal}/getWallets?${query}`)
  const page: { data: { id: string }[]; count: number } = await response.json()
  return [page.data.map(({ id }) => id).join(' '), page.count]
}

test.each([
  ['', 'a1 b2 c3', 3],
  ['page=1&entries=2', 'a1 b2', 3],
  ['page=2&entries=2', 'c3', 3],
  ['page=9', '', 3],
  ['include=b2,c3', 'b2 c3', 2],
  ['exclude=b2', 'a1 c3', 2],
  ['chains=eip155:137', 'a1 b2', 2],
  ['chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'b2 c3', 2],
  ['search=ALP', 'a1 c3', 2],
  ['search=gam', 'c3', 1],
  ['search=example.alpha', 'a1', 1],
  ['search=.*', '', 0],
  ['names=beta wallet', 'b2', 1],
  ['rdns=example.alpha,x', 'a1', 1],
  ['badge_type=certified', '', 0],
  ['badge=none', 'a1 b2 c3', 3],
  ['platform=ios', 'a1', 1],
  ['platform=browser', 'a1 c3', 2],
  ['projectId=shop&st=appkit&sv=1&page=1', 'a1 b2 c3', 3],
])('%s finds %s', async (query, ids, count) => {
  expect(await search(query)).toEqual([ids, count])
})

test.each([
  ['page=0', 'page'],
  ['page=x', 'page'],
  ['entries=101', 'entries'],
  ['badge_type=best', 'badge_type'],
  ['platform=toaster', 'platform'],
  [`search=${'x'.repeat(101)}`, 'search'],
])('%s is refused by its name', async (query, field) => {
  const response = await app(`${modal}/getWallets?${query}`)
  expect(response.status).toBe(400)
  expect((await response.json()).reasons[0].field).toBe(field)
})
