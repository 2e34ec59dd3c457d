import { expect, test } from 'vitest'
import { createTokenLists } from './tokenList.ts'

const bean = {
  chainId: 1,
  address: '0x2222222222222222222222222222222222222222',
  name: 'Bean',
  symbol: 'BEAN',
  decimals: 18,
}
const setUp = () => {
  const server = { asked: [] as string[], answer: { tokens: [bean] } as unknown, time: 0 }
  const lists = createTokenLists(
    async ({ path }) => {
      server.asked.push(path)
      if (server.answer instanceof Error) throw server.answer
      return server.answer
    },
    () => server.time,
  )
  return { server, find: async () => (await lists.read('eip155:1')).find(bean.address) }
}

test("reads a network's tokens once, and again after ten minutes", async () => {
  const { server, find } = setUp()
  expect([await find(), await find()]).toMatchObject([{ symbol: 'BEAN' }, { symbol: 'BEAN' }])
  expect(server.asked).toEqual(['tokens?chainId=eip155%3A1'])
  server.time = 601_000
  await find()
  expect(server.asked).toHaveLength(2)
})

test.each([
  ['a path of the wallet', `/logos/${'0a'.repeat(16)}`, `/logos/${'0a'.repeat(16)}`],
  ['a path of another host', '//evil.example/logos/0a', undefined],
  ['a URL', 'https://evil.example/a.png', undefined],
  ['another path of the wallet', '/vault/shop', undefined],
  ['no text', { href: '/logos/0a' }, undefined],
])('knows a token, and its icon only at a path of redrawn images: %s', async (_what, logoURI, icon) => {
  const { server, find } = setUp()
  server.answer = { tokens: [{ ...bean, logoURI }] }
  const { chainId: _, ...token } = bean
  expect(await find()).toEqual({ ...token, ...(icon && { icon }) })
})

test.each([
  ['fails', new Error('down')],
  ['is no list', { tokens: 'all' }],
  ['has a row that is no token', { tokens: [{ ...bean, decimals: -1 }] }],
])('knows no token while the answer of the server %s, and asks again for the next card', async (_what, answer) => {
  const { server, find } = setUp()
  server.answer = answer
  expect(await find()).toBeUndefined()
  server.answer = { tokens: [bean] }
  expect(await find()).toMatchObject({ symbol: 'BEAN' })
})
