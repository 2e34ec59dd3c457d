import { createHash } from 'node:crypto'
import { proofOfWorkText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { expect, test, vi } from 'vitest'
import { findNonce } from './findNonce.ts'
import { solveWorkIn } from './solveWork.ts'

const work = { challenge: 'c1', bits: 9 }

/** A worker that answers when the test says so. */
const makeWorker = () => {
  const worker = Object.assign(new EventTarget(), { postMessage: vi.fn(), terminate: vi.fn() })
  return { worker, start: () => worker as unknown as Worker }
}

test('finds a nonce whose hash starts with the wanted number of zero bits', () => {
  for (const part of [0, 1, 2]) {
    const nonce = findNonce((tried) => proofOfWorkText('c1', part, tried), 9)
    const hash = createHash('sha256')
      .update(proofOfWorkText('c1', part, nonce))
      .digest()
    expect(Math.clz32(hash.readUInt32BE(0))).toBeGreaterThanOrEqual(9)
  }
})

test('returns the nonces of the worker, and ends the worker', async () => {
  const { worker, start } = makeWorker()
  const solving = solveWorkIn(start, work, new AbortController().signal)
  expect(worker.postMessage).toHaveBeenCalledWith(work)
  worker.dispatchEvent(new MessageEvent('message', { data: [3, 4] }))
  expect(await solving).toEqual({ challenge: 'c1', nonces: [3, 4] })
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('ends the worker if the visitor leaves', async () => {
  const { worker, start } = makeWorker()
  const ended = new AbortController()
  const solving = solveWorkIn(start, work, ended.signal)
  ended.abort()
  await expect(solving).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('reports a worker that does not load', async () => {
  const { worker, start } = makeWorker()
  const solving = solveWorkIn(start, work, new AbortController().signal)
  worker.dispatchEvent(new Event('error'))
  await expect(solving).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
})
