import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type AnalyticsEvent, openAnalytics } from './analytics.ts'

const event: AnalyticsEvent = {
  eventId: '3f1c1c9e-0000-4000-8000-000000000000',
  url: 'https://shop.example',
  domain: 'shop.example',
  timestamp: 1,
  props: { type: 'track', event: 'MODAL_OPEN', address: '0x7a0b2c4d6e8f00112233445566778899aa0c36ef' },
}

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'appkit-analytics-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
const now = () => new Date('2026-01-02T03:04:05Z')

test('stores no event if the file of the analytics key is truncated, because a short key could be guessed', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, 'analytics'))
  await writeFile(join(folder, 'analytics/key'), '')
  const analytics = openAnalytics(folder, now)
  await expect(analytics.add('shop', event)).rejects.toThrow('must hold 32 bytes')
  expect(await readdir(join(folder, 'analytics'))).toEqual(['key'])
  await rm(join(folder, 'analytics/key'))
  await analytics.add('shop', event)
})

test('gives server processes that start at once the same analytics key', async () => {
  const folder = await makeFolder()
  await Promise.all(Array.from({ length: 40 }, () => openAnalytics(folder, now).add('shop', event)))
  const lines = (await readFile(join(folder, 'analytics/shop-2026-01-02.jsonl'), 'utf8')).trim().split('\n')
  expect(new Set(lines.map((line) => JSON.parse(line).address)).size).toBe(1)
  expect((await readdir(join(folder, 'analytics'))).toSorted()).toEqual(['key', 'shop-2026-01-02.jsonl'])
})
