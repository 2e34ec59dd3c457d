import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress, rateLimitAddress } from './clientAddress.ts'

test.each([
  ['no proxy: the header is a stranger’s word', 0, '1.1.1.1', '9.9.9.9'],
  ['one proxy: what it wrote', 1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['two proxies', 2, '6.6.6.6, 1.1.1.1, 10.0.0.1', '1.1.1.1'],
  ['a proxy that writes the port too', 1, '1.1.1.1:50123', '1.1.1.1'],
  ['the same for IPv6', 1, '[2001:db8::6]:50123', '2001:db8::6'],
  ['a proxy that wrote nothing', 1, '', '9.9.9.9'],
  ['fewer hops than told', 3, '1.1.1.1', '9.9.9.9'],
])('%s', async (_, hops, forwarded, address) => {
  const app = new Hono().get('/', (context) => context.text(clientAddress(context, hops)))
  const env = { incoming: { socket: { remoteAddress: '9.9.9.9' } } }
  expect(await (await app.request('/', { headers: { 'X-Forwarded-For': forwarded } }, env)).text()).toBe(address)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('counts %s as the network %s', (address, counted) => {
  expect(rateLimitAddress(address)).toBe(counted)
})
