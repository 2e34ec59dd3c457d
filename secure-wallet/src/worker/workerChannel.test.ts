import { afterEach, expect, test } from 'vitest'
import { randomBytes, toText, utf8 } from './bytes.ts'
import { createCustody } from './custody.ts'
import { reachCustody, serveCustody } from './workerChannel.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})
const reach = () => {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  serveCustody(port1, createCustody({ exportable: false, kitCost: { memory: 8, passes: 1, lanes: 1 } }))
  for (const port of [port1, port2]) port.start()
  return reachCustody(port2)
}

test('a wallet is made, wrapped with a key that cannot be exported, and signs', async () => {
  const keys = reach()
  const { accounts, vault } = await keys.create('w')
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const way = {
    set: { setId: 's', type: 'device' as const },
    factor: { kind: 'device' as const, key },
    serverShare: toText(randomBytes(32)),
  }
  const wrapped = await keys.wrap(way)
  await keys.lock()
  await keys.unlock({ walletId: 'w', epoch: 1, accounts }, vault, way, wrapped)
  expect(await keys.signSolana(utf8('x'))).toHaveLength(64)
})

test('a failure keeps its code', async () => {
  const keys = reach()
  await expect(keys.signEvm(randomBytes(32))).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  await expect(keys.words()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('requests that overlap get their own answers', async () => {
  const keys = reach()
  await keys.create('w')
  const [one, two, three] = await Promise.all([
    keys.signSolana(utf8('1')),
    keys.signSolana(utf8('2')),
    keys.signSolana(utf8('1')),
  ])
  expect(one).toEqual(three)
  expect(one).not.toEqual(two)
})

test('a worker that does not load is said, and nobody waits for it', async () => {
  const end = Object.assign(new EventTarget(), { postMessage: () => {} }) as unknown as MessagePort
  const keys = reachCustody(end)
  const asked = expect(keys.lock()).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
  end.dispatchEvent(new Event('error'))
  await asked
  await expect(keys.create('w')).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
})
