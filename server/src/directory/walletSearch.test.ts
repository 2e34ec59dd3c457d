import { expect, test } from 'vitest'
import { makeTestApp, modalOrigin, testDirectory } from '../../test/parts.ts'
import { createDirectoryListing } from './listing.ts'

const app = await makeTestApp()
const search = async (query: string) => {
  const response = await app(`${modalOrigin}/getWallets?${query}`)
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
  ['rdns=Example.Alpha,x', 'a1', 1],
  ['include=&exclude=&chains=&names=&rdns=', 'a1 b2 c3', 3],
  ['include=b2,a1&exclude=a1', 'b2', 1],
  ['chains=bip122:000000000019d6689c085ae165831e93,eip155:10', 'a1 b2', 2],
  ['badge_type=none', 'a1 b2 c3', 3],
  ['platform=android', 'a1', 1],
  ['platform=mobile', 'a1', 1],
  ['platform=desktop', '', 0],
  ['platform=web', '', 0],
  ['search=alp&entries=1&page=2', 'c3', 2],
  ['search=%20Beta%20', 'b2', 1],
  ['badge_type=certified', '', 0],
  ['badge=none', 'a1 b2 c3', 3],
  ['platform=ios', 'a1', 1],
  ['platform=browser', 'a1 c3', 2],
  ['projectId=shop&st=appkit&sv=1&page=1', 'a1 b2 c3', 3],
])('for the query "%s", finds the wallets "%s"', async (query, ids, count) => {
  expect(await search(query)).toEqual([ids, count])
})

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=', 'page'],
  ['entries=0', 'entries'],
  ['chains=ethereum', 'chains'],
  [`include=${'a,'.repeat(201)}`, 'include'],
  [`exclude=${'a'.repeat(101)}`, 'exclude'],
  ['names=%00', 'names'],
  [`rdns=${'a,'.repeat(201)}`, 'rdns'],
  ['page=x', 'page'],
  ['entries=101', 'entries'],
  ['badge_type=best', 'badge_type'],
  ['platform=toaster', 'platform'],
  [`search=${'x'.repeat(101)}`, 'search'],
])('rejects the query %s and names the field', async (query, field) => {
  const response = await app(`${modalOrigin}/getWallets?${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    status: 'FAILED',
    reasons: [{ field, description: expect.stringMatching(/^Missing or invalid parameters: must /) }],
  })
})

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const browseLink = 'https://wallet.example/browse/{url}'
const wallets = [
  ...testDirectory.wallets,
  { id: 'd4', name: 'Delta', chains: ['eip155:1', solana], browse_links: { solana: browseLink } },
]
const withBrowser = await makeTestApp(undefined, {
  directory: { ...testDirectory, wallets },
  listing: createDirectoryListing({ wallets }),
})

test.each([
  ['platform=mobile', ['a1', 'd4']],
  [`platform=mobile&chains=${solana}`, ['d4']],
  ['platform=mobile&chains=eip155:1', ['a1']],
  ['platform=browse', ['d4']],
  ['platform=browse&chains=eip155:1', []],
])('counts an app with a browser only in the namespaces that the browser serves: %s', async (query, ids) => {
  const page = await (await withBrowser(`${modalOrigin}/getWallets?${query}`)).json()
  expect([page.data.map(({ id }: { id: string }) => id), page.count]).toEqual([ids, ids.length])
})
