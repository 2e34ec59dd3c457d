import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { IdentifiedResponse } from './requestId.ts'

test.each<[string, string, (response: ServerResponse) => void]>([
  ['an object of headers', 'Not Found', (response) => response.writeHead(404, { 'X-Own': 'own' })],
  ['a reason and headers', 'Not here', (response) => response.writeHead(404, 'Not here', { 'X-Own': 'own' })],
  ['a list of headers', 'Not Found', (response) => response.writeHead(404, ['X-Own', 'own'])],
  ['only a reason', 'Not here', (response) => response.setHeader('X-Own', 'own').writeHead(404, 'Not here')],
  ['only a status', 'Not Found', (response) => response.setHeader('X-Own', 'own').writeHead(404)],
])('a response carries its id if its head is written with %s', async (_, reason, writeHead) => {
  const server = createServer({ ServerResponse: IdentifiedResponse }, (_request, response) => {
    writeHead(response)
    response.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${Object(server.address()).port}/`)
  expect([response.status, response.statusText]).toEqual([404, reason])
  const names = [...response.headers.keys()].filter((name) => name.startsWith('x-'))
  expect(names).toEqual(['x-own', 'x-request-id'])
  expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/)
})
