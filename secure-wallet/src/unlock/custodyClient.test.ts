import { afterEach, expect, test } from 'vitest'
import { signEvm, signSolana } from '../../test/signPayload.ts'
import { randomBytes, toBase64url, utf8 } from '../worker/bytes.ts'
import { createCustody } from '../worker/custody.ts'
import { serveCustody } from '../worker/serveCustody.ts'
import { createCustodyClient } from './custodyClient.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})
const connect = () => {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  serveCustody(
    port1,
    createCustody({
      origin: 'https://wallet.example',
      isWalletWindow: false,
      kitCost: { memory: 8, passes: 1, lanes: 1 },
    }),
  )
  for (const port of [port1, port2]) port.start()
  return createCustodyClient(port2)
}

test('the key worker creates a wallet, wraps its vault key with a non-extractable key and signs', async () => {
  const keys = connect()
  const { accounts, vault } = await keys.create('w')
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const set = {
    name: { setId: 's', type: 'device' as const },
    source: { kind: 'device' as const, key },
    serverShare: toBase64url(randomBytes(32)),
  }
  const wrapped = await keys.wrap(set)
  await keys.lock()
  await keys.unlock({ walletId: 'w', epoch: 1, accounts }, vault, set, wrapped)
  expect(await signSolana(keys, utf8('x'))).toHaveLength(64)
})

test('a call of the key worker rejects with the error code that the worker sent', async () => {
  const keys = connect()
  await expect(signEvm(keys, randomBytes(32))).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  await expect(keys.words()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('matches the answers of the key worker to overlapping calls', async () => {
  const keys = connect()
  await keys.create('w')
  const payloads = ['1', '2', '1'].map(utf8)
  const { approvalId } = await keys.startApproval({ namespace: 'solana', payloads })
  const [first, second, third] = await Promise.all(payloads.map((payload) => keys.sign(approvalId, payload)))
  expect(first).toEqual(third)
  expect(first).not.toEqual(second)
})

test('rejects pending and later calls if the key worker does not load', async () => {
  const worker = Object.assign(new EventTarget(), { postMessage: () => {} }) as unknown as MessagePort
  const keys = createCustodyClient(worker)
  const locking = expect(keys.lock()).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
  worker.dispatchEvent(new Event('error'))
  await locking
  await expect(keys.create('w')).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
})
