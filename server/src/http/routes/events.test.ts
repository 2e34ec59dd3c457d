import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTestParts, modalOrigin, shopOrigin } from '../../../test/parts.ts'
import { createApp } from '../app.ts'

const parts = await makeTestParts([{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], analytics: true }])
const app = createApp(parts)
const send = (body: unknown) =>
  app.request(`${modalOrigin}/e?projectId=shop&st=appkit&sv=1`, { method: 'POST', body: JSON.stringify(body) })
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const event = {
  eventId: '7b4e9d0c-2f1a-4c7e-9a56-3d1f0b8e6c21',
  url: `${shopOrigin}/cart?token=abc`,
  domain: 'shop.example',
  timestamp: 1,
  props: {
    type: 'track',
    event: 'CONNECT_ERROR',
    address,
    properties: { message: `${address} of me@shop.example`, [address]: 1 },
  },
}

test('stores an analytics event without path, query, address or e-mail', async () => {
  expect((await send(event)).status).toBe(202)
  const folder = join(parts.settings.dataDir, 'analytics')
  const file = (await readdir(folder)).find((name) => name.endsWith('.jsonl')) ?? ''
  const line = await readFile(join(folder, file), 'utf8')
  expect(JSON.parse(line)).toEqual({
    eventId: '7b4e9d0c-2f1a-4c7e-9a56-3d1f0b8e6c21',
    origin: shopOrigin,
    timestamp: 1,
    event: 'CONNECT_ERROR',
    address: expect.stringMatching(/^[0-9a-f]{64}$/),
    properties: { message: '… of …', '…': 1 },
  })
})

test.each([
  ['a page load', { ...event, props: { type: 'track', event: 'MODAL_CREATED' } }],
  ['an event that does not match the schema', { ...event, props: [] }],
  ['nested properties', { ...event, props: { ...event.props, properties: { deep: {} } } }],
  ['an address in place of an id', { ...event, eventId: address }],
  ['no event', 'x'],
])('rejects an analytics event: %s', async (_, body) => {
  expect((await send(body)).status).toBe(400)
})

test('rejects an analytics event above the size limit', async () => {
  expect((await send('x'.repeat(9_000))).status).toBe(413)
})

test('answers 404 to an event if the project has not turned analytics on', async () => {
  const off = createApp(await makeTestParts())
  const response = await off.request(`${modalOrigin}/e`, { method: 'POST', body: JSON.stringify(event) })
  expect(response.status).toBe(404)
})

// Every write to this device fails as on a full disk. It exists on Linux.
test.skipIf(!existsSync('/dev/full'))('logs a full disk as a full disk', async () => {
  const log = { write: vi.fn(), flush: () => undefined }
  const projects = [{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], analytics: true }]
  const full = await makeTestParts(projects, { log })
  const folder = join(full.settings.dataDir, 'analytics')
  await mkdir(folder, { recursive: true })
  await symlink('/dev/full', join(folder, `shop-${new Date().toISOString().slice(0, 10)}.jsonl`))
  const body = JSON.stringify(event)
  const response = await createApp(full).request(`${modalOrigin}/e?projectId=shop`, { method: 'POST', body })
  expect(response.status).toBe(503)
  expect(log.write).toHaveBeenCalledWith('disk is full', { part: 'analytics event was not stored', code: 'ENOSPC' })
})
