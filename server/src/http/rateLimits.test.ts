import { expect, test } from 'vitest'
import { makeTestParts, modalOrigin, shopOrigin } from '../../test/parts.ts'
import { createApp } from './app.ts'

/** Sends requests of one address to several server processes in turn, and returns the number of accepted ones. */
const countAccepted = async (replicas: number, requests: number, seconds: number) => {
  const time = { ms: 0 }
  const parts = await makeTestParts(undefined, { now: () => time.ms })
  parts.settings.replicas = replicas
  const processes = Array.from({ length: replicas }, () => createApp(parts))
  let accepted = 0
  for (let index = 0; index < requests; index++) {
    time.ms = (index / requests) * seconds * 1_000
    const app = processes[index % replicas]
    const answer = await app?.request(`${modalOrigin}/auth/v1/me`, { headers: { Origin: shopOrigin } })
    if (answer?.status !== 429) accepted += 1
  }
  return accepted
}

test('ten visitors a second behind one address lose no document, image or list', async () => {
  const time = { ms: 0 }
  const app = createApp(await makeTestParts(undefined, { now: () => time.ms }))
  const openModal = async (): Promise<number[]> => {
    const images = Array.from({ length: 40 }, () => '/getWalletImage/a1?projectId=shop')
    const lists = Array.from({ length: 5 }, (_, page) => `/getWallets?projectId=shop&page=${page + 1}&entries=40`)
    const paths = ['/f/shop/', ...lists, ...images, '/public/getAssetImage/ethereum']
    const headers = { Referer: `${shopOrigin}/` }
    return Promise.all(paths.map(async (path) => (await app.request(`${modalOrigin}${path}`, { headers })).status))
  }
  const statuses = new Set<number>()
  for (let visitor = 0; visitor < 100; visitor += 1) {
    time.ms = visitor * 100
    for (const status of await openModal()) statuses.add(status)
  }
  expect([...statuses]).toEqual([200])
})

test.each([1, 3, 10])(
  'one address gets the same rate and burst from %i processes behind a round-robin as from one',
  async (replicas) => {
    // A sign-in request costs one of 200 tokens, and ten tokens come back in a second.
    const accepted = await countAccepted(replicas, 600, 10)
    expect(accepted).toBeGreaterThan(290 - replicas)
    expect(accepted).toBeLessThanOrEqual(300 + replicas)
  },
)
