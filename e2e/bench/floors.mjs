// Node loads this file before the product's server. Its process then also serves the hand-written pages of the bench.
import { readFileSync } from 'node:fs'
import { Server } from 'node:http'

const pages = new Map()
const readPage = (name) => {
  const { headers, body } = JSON.parse(readFileSync(`${process.env.BENCH_FLOORS}/${name}.json`, 'utf8'))
  return { headers, body: Buffer.from(body, 'base64') }
}

const emit = Server.prototype.emit
Server.prototype.emit = function (event, ...details) {
  const [request, response] = details
  const [, name] = (event === 'request' && /^\/floor\/(\w+)$/.exec(request.url)) || []
  if (!name) return emit.call(this, event, ...details)
  if (!pages.has(name)) pages.set(name, readPage(name))
  const { headers, body } = pages.get(name)
  if (headers.etag && request.headers['if-none-match'] === headers.etag) response.writeHead(304, headers).end()
  else response.writeHead(200, { 'content-length': body.length, ...headers }).end(body)
  return true
}
