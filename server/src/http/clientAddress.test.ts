import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress, rateLimitAddress } from './clientAddress.ts'

test.each([
  ['the connection without a proxy, because any client can send the header', 0, '1.1.1.1', '9.9.9.9'],
  ['the entry that one proxy appended', 1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['the entry that the first of two proxies appended', 2, '6.6.6.6, 1.1.1.1, 10.0.0.1', '1.1.1.1'],
  ['the entry without the port that a proxy appended', 1, '1.1.1.1:50123', '1.1.1.1'],
  ['the IPv6 entry without the port that a proxy appended', 1, '[2001:db8::6]:50123', '2001:db8::6'],
  ['the connection if the proxy wrote no entry', 1, '', '9.9.9.9'],
  ['the connection if there are fewer entries than configured hops', 3, '1.1.1.1', '9.9.9.9'],
])('takes the client address from %s', async (_, hops, forwarded, address) => {
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
])('counts the requests of the address %s for the IP network %s', (address, counted) => {
  expect(rateLimitAddress(address)).toBe(counted)
})
