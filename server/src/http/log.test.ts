import { expect, test } from 'vitest'
import { makeTestParts, modalOrigin } from '../../test/parts.ts'
import { createApp } from './app.ts'
import { createLog } from './log.ts'

test('logs the route pattern of a request and nothing about the visitor', async () => {
  let written = ''
  let at = 0
  const log = createLog(
    (text) => {
      written += text
    },
    () => new Date(0),
  )
  const app = createApp(await makeTestParts(undefined, { log, now: () => ++at }))
  await app.request(`${modalOrigin}/public/getTokenImage/secretToken?projectId=shop&x=0xd8dA`, {
    headers: {
      Origin: 'https://visitor.example',
      Referer: 'https://visitor.example/',
      'X-Forwarded-For': '203.0.113.7',
    },
  })
  log.flush()
  expect(JSON.parse(written)).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    event: 'request',
    method: 'GET',
    route: '/frame/public/getTokenImage/:id',
    status: 403,
    ms: expect.any(Number),
  })
})

test('writes log lines in batches', () => {
  const written: string[] = []
  const log = createLog(
    (text) => void written.push(text),
    () => new Date(0),
  )
  log.write('one')
  log.write('two', { count: 2 })
  log.flush()
  log.flush()
  expect(written.map((text) => text.split('\n').length - 1)).toEqual([2])
})
