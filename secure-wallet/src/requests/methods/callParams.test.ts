import { toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import {
  type Hex,
  keccak256,
  numberToHex,
  parseTransaction,
  recoverMessageAddress,
  type TransactionSerialized,
} from 'viem'
import { expect, test } from 'vitest'
import { corpusNode } from '../../../test/corpus/run.ts'
import type { CorpusRow } from '../../../test/corpus/shape.ts'
import { createRpcWallet, evmAccount } from '../../../test/rpcScope.ts'
import type { NodeClient } from '../../session/node.ts'

const to = `0x${'3'.repeat(40)}`
const simulated = corpusNode({ simulated: [] } as unknown as CorpusRow)

/** Sends a transaction with these params, and returns it as the node gets it. */
const sendWith = async (params: object, node: NodeClient = simulated) => {
  const raws: Hex[] = []
  const asking: NodeClient = {
    ask: async (chain, method, given) => {
      if (method !== 'eth_sendRawTransaction') return node.ask(chain, method, given)
      const [raw] = given as [Hex]
      raws.push(raw)
      return keccak256(raw)
    },
  }
  const { ask, card, cards } = createRpcWallet(asking)
  const asked = ask('eth_sendTransaction', [{ to, ...params }])
  await Promise.race([card(0), asked])
  cards[0]?.approve()
  const hash = await asked
  expect(hash).toBe(keccak256(raws[0] ?? '0x'))
  return parseTransaction(raws[0] as TransactionSerialized)
}

test.each<[string, object, object]>([
  ['the chain of the request', { chainId: '0x7a69' }, { chainId: 31_337 }],
  ['the type of a legacy transaction', { type: '0x0' }, { to }],
  ['the type of an access list', { type: '0x1' }, { to }],
  ['the type of EIP-1559', { type: '0x2' }, { to }],
  ['data under its old name', { input: '0xab' }, { data: '0xab' }],
  ['the same data under both names', { data: '0xAB', input: '0xab' }, { data: '0xAB'.toLowerCase() }],
  ['gas', { gas: '0x186a0' }, { gas: 100_000n }],
  ['gas under another name', { gasLimit: '0x186a1' }, { gas: 100_001n }],
  ['a nonce', { nonce: '0x9' }, { nonce: 9 }],
  ['a gas price', { gasPrice: '0x77359400' }, { type: 'legacy', gasPrice: 2_000_000_000n }],
  ['data of the largest size', { data: `0x${'00'.repeat(131_071)}` }, { data: `0x${'00'.repeat(131_071)}` }],
  ['the same tip as the fee cap', { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x5' }, { type: 'legacy' }],
])('sends a transaction with %s', async (_, params, expected) => {
  expect(await sendWith(params)).toMatchObject(expected)
})

test('sends the fee cap and the tip of the site on a network with EIP-1559', async () => {
  const modern: NodeClient = {
    ask: async (chain, method, params) =>
      method === 'eth_feeHistory'
        ? { baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'], reward: [['0x1', '0x2', '0x3']] }
        : simulated.ask(chain, method, params),
  }
  const sent = await sendWith({ maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x5' }, modern)
  expect(sent).toMatchObject({ type: 'eip1559', maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 5n })
  expect(await sendWith({ maxPriorityFeePerGas: '0x7' }, modern)).toMatchObject({ maxPriorityFeePerGas: 7n })
})

test.each<[string, object, string]>([
  ['data that differs under its two names', { data: '0xab', input: '0xac' }, 'INVALID_PARAMS'],
  ['data that is too large', { data: `0x${'00'.repeat(131_072)}` }, 'INVALID_PARAMS'],
  ['no receiver and no code', { to: undefined }, 'INVALID_PARAMS'],
  ['another chain', { chainId: '0x7a6a' }, 'INVALID_PARAMS'],
  ['the type of a blob', { type: '0x3' }, 'TRANSACTION_TYPE_NOT_SUPPORTED'],
  ['a nonce that no number holds', { nonce: numberToHex(2n ** 53n) }, 'NONCE_AT_MAXIMUM'],
  ['a gas price beside a tip', { gasPrice: '0x1', maxPriorityFeePerGas: '0x1' }, 'GAS_PRICE_WITH_FEE_FIELDS'],
  ['a tip above the fee cap', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'TIP_ABOVE_FEE_CAP'],
  ['a used nonce', { nonce: '0x4' }, 'NONCE_TOO_LOW'],
])('refuses a transaction with %s', async (_, params, code) => {
  await expect(sendWith(params)).rejects.toMatchObject({ code })
})

test.each([
  ['that the node already knows', 'already known', { hash: '0x1' }, true],
  ['whose nonce is used by another one', 'nonce too low', null, false],
  ['that the node refuses for another reason', 'no', { hash: '0x1' }, false],
])('a transaction %s counts as sent only if the node has it', async (_, message, found, isSent) => {
  const node: NodeClient = {
    ask: async (chain, method, params) => {
      if (method === 'eth_getTransactionByHash') return found
      if (method === 'eth_sendRawTransaction') throw toWalletError({ code: -32000, message })
      return simulated.ask(chain, method, params)
    },
  }
  const { ask, card } = createRpcWallet(node)
  const asked = ask('eth_sendTransaction', [{ to, value: '0x1' }])
  ;(await card(0)).approve()
  if (isSent) expect(await asked).toMatch(/^0x[0-9a-f]{64}$/)
  else
    await expect(asked).rejects.toMatchObject({ code: expect.stringMatching(/^NONCE_TOO_LOW$|^UNKNOWN_NODE_ERROR$/) })
})

const signed = async (message: string) => {
  const { ask, card } = createRpcWallet(simulated)
  const asked = ask('personal_sign', [message, evmAccount.address])
  const { frozen, approve } = await card(0)
  approve()
  return { signature: (await asked) as Hex, shown: frozen.proposal.facts.message }
}

test.each(['0x1', '0xhello', 'hello', '5'])('signs %j as text unless it is whole bytes in hex', async (message) => {
  const { signature } = await signed(message)
  expect(await recoverMessageAddress({ message, signature })).toBe(evmAccount.address)
})

test('takes the second of two addresses for the account, because the first is the message then', async () => {
  const { ask } = createRpcWallet(simulated)
  await expect(ask('personal_sign', [evmAccount.address, to])).rejects.toMatchObject({ code: 'FOREIGN_ACCOUNT' })
})
