import { AppError, toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, test, vi } from 'vitest'
import { withErrorCodes } from './nodeErrors.ts'
import { createNonceAllocator, type NonceChannel } from './nonces.ts'
import { waitForReceipt } from './receipt.ts'
import { readSignatureStatus } from './signatureStatus.ts'
import { suggestFees, transactionCost } from './suggestFees.ts'

const chain = 'eip155:1'
type Answers = { [method: string]: unknown | ((params: unknown) => unknown) }
const nodeOf = (answers: Answers) => ({
  ask: async (_chain: string, method: string, params: unknown) => {
    const answer = answers[method]
    if (answer === undefined) throw toWalletError({ code: -32601, message: 'no such method' })
    return typeof answer === 'function' ? answer(params) : answer
  },
})

test('suggests fees that rise from low to fast, with room for a rising base fee', async () => {
  const fees = await suggestFees(
    nodeOf({
      eth_feeHistory: {
        baseFeePerGas: ['0x64', '0xc8'],
        reward: [
          ['0x1', '0x2', '0x3'],
          ['0x0', '0x0', '0x0'],
        ],
      },
    }),
    chain,
  )
  expect(fees.low).toEqual({ type: 'eip1559', maxPriorityFeePerGas: 1n, maxFeePerGas: 251n, expected: 201n })
  expect(fees.normal).toMatchObject({ maxPriorityFeePerGas: 2n, maxFeePerGas: 302n })
  expect(fees.fast).toMatchObject({ maxPriorityFeePerGas: 3n, maxFeePerGas: 403n })
  expect(transactionCost(fees.low, 10n)).toEqual({ most: 2_510n, likely: 2_010n })
})

test.each([{}, { eth_feeHistory: null }, { eth_feeHistory: { baseFeePerGas: ['0x0', '0x0'] } }])(
  'suggests a gas price on a network without EIP-1559 (%j)',
  async (answers) => {
    const fees = await suggestFees(nodeOf({ ...answers, eth_gasPrice: '0x64' }), chain)
    expect(fees).toEqual({
      low: { type: 'legacy', gasPrice: 100n },
      normal: { type: 'legacy', gasPrice: 110n },
      fast: { type: 'legacy', gasPrice: 130n },
    })
  },
)

const withLock = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(_name: string, run: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    return turn
  }
}
const account = `0x${'1'.repeat(40)}`

test('gives ten concurrent requests of two tabs ten different nonces, and reuses the nonce of an unsent request', async () => {
  const listeners = new Set<(event: { data: unknown }) => void>()
  const channel = (): NonceChannel => {
    let own: ((event: { data: unknown }) => void) | undefined
    return {
      postMessage: (data) => {
        for (const listener of listeners) if (listener !== own) listener({ data })
      },
      addEventListener: (_type, listener) => {
        own = listener
        listeners.add(listener)
      },
    }
  }
  const turn = withLock()
  // This test's node never counts pending transactions.
  const node = nodeOf({ eth_getTransactionCount: '0x5' })
  const tabs = [0, 1].map(() => createNonceAllocator({ node, withLock: turn, channel: channel() }))
  const sent: number[] = []
  const send = async (tab: (typeof tabs)[number] | undefined, isSent: boolean): Promise<void> => {
    const nonce = (await tab?.next(chain, account)) ?? -1
    if (!isSent) return
    const isSpent = await tab?.spend(chain, account, nonce, async () => void sent.push(nonce))
    if (!isSpent) await send(tab, true)
  }
  await Promise.all(Array.from({ length: 11 }, (_, index) => send(tabs[index % 2], index !== 3)))
  expect(sent.toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('reuses the nonce of a lost transaction after two minutes', async () => {
  let now = 0
  const nonces = createNonceAllocator({
    node: nodeOf({ eth_getTransactionCount: '0x5' }),
    withLock: withLock(),
    now: () => now,
  })
  await nonces.spend(chain, account, 5, async () => undefined)
  expect(await nonces.next(chain, account)).toBe(6)
  now = 120_000
  expect(await nonces.next(chain, account)).toBe(5)
})

/** A channel on which the test says what another tab would. */
const listenedChannel = () => {
  const listeners: ((event: { data: unknown }) => void)[] = []
  const channel: NonceChannel = {
    postMessage: () => undefined,
    addEventListener: (_type, listener) => void listeners.push(listener),
  }
  const tell = (data: unknown): void => {
    for (const listener of listeners) listener({ data })
  }
  return { channel, tell }
}

test('a nonce that another tab used replaces a lost one after two minutes, and not before', async () => {
  for (const [at, next] of [
    [119_999, 10],
    [120_000, 4],
  ] as const) {
    let now = 0
    const { channel, tell } = listenedChannel()
    const nonces = createNonceAllocator({
      node: nodeOf({ eth_getTransactionCount: '0x2' }),
      withLock: withLock(),
      channel,
      now: () => now,
    })
    await nonces.spend(chain, account, 9, async () => undefined)
    now = at
    tell({ account: `${chain}:${account}`, nonce: 3 })
    expect(await nonces.next(chain, account.toUpperCase().replace('X', 'x'))).toBe(next)
  }
})

test.each([
  null,
  { account, nonce: -1 },
  { account: `${chain}:${account}`, nonce: 1.5 },
  { account: `${chain}:${account}`, nonce: -1 },
  { account: `${chain}:${account}`, nonce: 9, more: 1 },
  { account: 5, nonce: 9 },
])('takes no used nonce from the message %j', async (data) => {
  const { channel, tell } = listenedChannel()
  const nonces = createNonceAllocator({
    node: nodeOf({ eth_getTransactionCount: '0x2' }),
    withLock: withLock(),
    channel,
  })
  tell(data)
  expect(await nonces.next(chain, account)).toBe(2)
})

test('a nonce is spent under a lock of its account, and only while nobody else used it', async () => {
  const locks: string[] = []
  const posted: unknown[] = []
  const nonces = createNonceAllocator({
    node: nodeOf({ eth_getTransactionCount: '0x2' }),
    withLock: (name, run) => {
      locks.push(name)
      return run()
    },
    channel: { postMessage: (message) => posted.push(message), addEventListener: () => undefined },
  })
  const send = vi.fn(async () => undefined)
  expect(await nonces.spend(chain, account, 1, send)).toBe(false)
  expect([send.mock.calls.length, posted]).toEqual([0, []])
  expect(await nonces.spend(chain, account, 2, send)).toBe(true)
  expect(posted).toEqual([{ account: `${chain}:${account}`, nonce: 2 }])
  expect(new Set(locks)).toEqual(new Set([`nonce ${chain}:${account}`]))
})

test.each(['0x', '0xg', '1', '0x12345678901234', 5])('takes no nonce from the answer %j of a node', async (answer) => {
  const nonces = createNonceAllocator({ node: nodeOf({ eth_getTransactionCount: answer }), withLock: withLock() })
  await expect(nonces.next(chain, account)).rejects.toMatchObject({ name: 'ValiError' })
})

test('a revert keeps the text and the number of the node, and a known error has its own', async () => {
  const thrownFor = async (message: string) => {
    const ask = async () => Promise.reject(toWalletError({ code: -32001, message, data: '0x01' }))
    return withErrorCodes({ ask })
      .ask(chain, 'eth_call', [])
      .catch((thrown) => thrown as AppError)
  }
  const reverted = (await thrownFor('execution reverted: not today')) as AppError
  expect([reverted.message, reverted.number]).toEqual(['execution reverted: not today', -32001])
  const known = (await thrownFor('nonce too low: next 4')) as AppError
  expect(known.message).not.toContain('next 4')
  const unknown = (await thrownFor('something else')) as AppError
  expect([unknown.message, unknown.number]).toEqual(['something else', -32001])
})

test('suggests the median tip of the blocks that paid one, and a default tip without any', async () => {
  const tipsFor = async (reward: unknown) => {
    const fees = await suggestFees(nodeOf({ eth_feeHistory: { baseFeePerGas: ['0x64'], reward } }), chain)
    return Object.values(fees).map((fee) => (fee.type === 'eip1559' ? fee.maxPriorityFeePerGas : null))
  }
  const row = (tip: number) => [`0x${tip.toString(16)}`, '0x0', `0x${(tip + 1).toString(16)}`]
  expect(await tipsFor([row(9), row(1), row(5), row(0)])).toEqual([5n, 1_000_000n, 6n])
  for (const none of [undefined, null, [], [[]]]) expect(await tipsFor(none)).toEqual(Array(3).fill(1_000_000n))
})

test('asks for the fees of the last ten blocks', async () => {
  const asked = vi.fn((_params: unknown) => ({ baseFeePerGas: ['0x0', '0x64'] }))
  expect((await suggestFees(nodeOf({ eth_feeHistory: asked }), chain)).low).toMatchObject({ type: 'eip1559' })
  expect(asked.mock.calls).toEqual([[['0xa', 'latest', [10, 50, 90]]]])
})

test.each([
  ['insufficient funds for gas * price + value', 'INSUFFICIENT_FUNDS'],
  ['Insufficient funds for gas * price + value: address 0x1 have 1 want 2', 'INSUFFICIENT_FUNDS'],
  ['nonce too low: next nonce 4, tx nonce 3', 'NONCE_TOO_LOW'],
  ['already known', 'NONCE_TOO_LOW'],
  ['nonce too high', 'NONCE_TOO_HIGH'],
  ['nonce has max value: address 0x1', 'NONCE_AT_MAXIMUM'],
  ['max fee per gas less than block base fee', 'FEE_CAP_TOO_LOW'],
  ['max fee per gas higher than 2^256-1', 'FEE_CAP_TOO_HIGH'],
  ['max priority fee per gas higher than max fee per gas', 'TIP_ABOVE_FEE_CAP'],
  ['intrinsic gas too low: have 1, want 21000', 'INTRINSIC_GAS_TOO_LOW'],
  ['intrinsic gas too high', 'INTRINSIC_GAS_TOO_HIGH'],
  ['transaction type not supported', 'TRANSACTION_TYPE_NOT_SUPPORTED'],
  ['execution reverted: not today', 'EXECUTION_REVERTED'],
  ['something else', 'UNKNOWN_NODE_ERROR'],
])('maps the node error %j to %s', async (message, code) => {
  const node = withErrorCodes({
    ask: async () => Promise.reject(toWalletError({ code: -32000, message, data: '0x01' })),
  })
  await expect(node.ask(chain, 'eth_call', [])).rejects.toMatchObject({ code, data: '0x01' })
})

test('passes an error on unchanged if it does not come from the node', async () => {
  const node = withErrorCodes({ ask: async () => Promise.reject(new AppError(commonErrors.DISCONNECTED)) })
  await expect(node.ask(chain, 'eth_call', [])).rejects.toMatchObject({ code: 'DISCONNECTED' })
})

const clock = () => {
  let time = 0
  return {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms
    },
  }
}
const receipt = {
  status: '0x1',
  blockHash: '0x01',
  blockNumber: '0x2',
  gasUsed: '0x5208',
  transactionHash: '0x03',
  logs: [],
}

test('waits until the node returns the receipt of a transaction', async () => {
  const answers = [null, null, receipt]
  const node = nodeOf({ eth_getTransactionReceipt: () => answers.shift() })
  expect(await waitForReceipt(node, chain, '0x03', clock())).toEqual(receipt)
})

test('stops waiting for a receipt after 180 s, or after the seventh failed request', async () => {
  const node = nodeOf({ eth_getTransactionReceipt: null })
  await expect(waitForReceipt(node, chain, '0x03', clock())).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
  let asked = 0
  const gone = {
    ask: async () => {
      asked++
      throw new AppError(commonErrors.DISCONNECTED)
    },
  }
  await expect(waitForReceipt(gone, chain, '0x03', clock())).rejects.toMatchObject({ code: 'DISCONNECTED' })
  expect(asked).toBe(7)
})

test.each([
  ['does not know', null, null],
  ['has only processed', { err: null, confirmationStatus: 'processed' }, null],
  ['has confirmed', { err: null, confirmationStatus: 'confirmed' }, true],
  ['has finalized', { err: null, confirmationStatus: 'finalized' }, true],
  ['has confirmed as failed', { err: { InstructionError: [0] }, confirmationStatus: 'confirmed' }, false],
])('reads the status of a Solana transaction that the node %s', async (_, status, hasSucceeded) => {
  const node = nodeOf({ getSignatureStatuses: { context: { slot: 1 }, value: [status] } })
  expect(await readSignatureStatus(node, 'solana:local', 'sig')).toBe(hasSucceeded)
})

test('takes no answer of another form for a status of a Solana transaction', async () => {
  const node = nodeOf({ getSignatureStatuses: { value: [{ confirmationStatus: 'finalized' }] } })
  await expect(readSignatureStatus(node, 'solana:local', 'sig')).rejects.toMatchObject({ name: 'ValiError' })
})
