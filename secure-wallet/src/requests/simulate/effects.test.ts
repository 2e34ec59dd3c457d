import { encodeAbiParameters, encodeEventTopics, erc20Abi, erc721Abi, erc1155Abi, type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import { type Log, sumEffects } from './effects.ts'

const me = '0x1111111111111111111111111111111111111111'
const token = '0x2222222222222222222222222222222222222222'
const other = '0x3333333333333333333333333333333333333333'
const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])
const moved = (from: Hex, to: Hex, value: bigint, address: Hex = token): Log => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }) as Hex[],
  data: word(value),
})
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

test('sums up the transfers of each asset and ignores transfers between other accounts', () => {
  const effects = sumEffects(me, [moved(me, other, 7n), moved(other, me, 2n), moved(other, token, 100n)], [])
  expect(effects).toEqual({
    changes: [{ asset: { kind: 'erc20', token }, amount: -5n }],
    grants: [],
    receivers: [other],
  })
})

test('counts the native coin from the logs of a simulation and from the calls of a trace', () => {
  const out = [{ asset: { kind: 'native' }, amount: -3n }]
  expect(sumEffects(me, [moved(me, other, 3n, native)], []).changes).toEqual(out)
  expect(sumEffects(me, [], [{ from: me, to: other, value: 3n }]).changes).toEqual(out)
})

test('counts a transfer to the sender itself as no change', () => {
  expect(sumEffects(me, [moved(me, me, 7n)], []).changes).toEqual([])
})

test('lists each collectible separately', () => {
  const one: Log = {
    address: token,
    topics: encodeEventTopics({
      abi: erc721Abi,
      eventName: 'Transfer',
      args: { from: me, to: other, tokenId: 9n },
    }) as Hex[],
    data: '0x',
  }
  const some: Log = {
    address: token,
    topics: encodeEventTopics({
      abi: erc1155Abi,
      eventName: 'TransferBatch',
      args: { operator: other, from: me, to: other },
    } as never) as Hex[],
    data: encodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      [
        [4n, 5n],
        [1n, 2n],
      ],
    ),
  }
  expect(sumEffects(me, [one, some], []).changes).toEqual([
    { asset: { kind: 'erc721', token, id: 9n }, amount: -1n },
    { asset: { kind: 'erc1155', token, id: 4n }, amount: -1n },
    { asset: { kind: 'erc1155', token, id: 5n }, amount: -2n },
  ])
})

const approval = (value: bigint): Log => ({
  address: token,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Approval', args: { owner: me, spender: other } }) as Hex[],
  data: word(value),
})

test('keeps only the last of several allowances that a spender gets for one asset', () => {
  expect(sumEffects(me, [approval(5n)], []).grants).toEqual([
    { asset: { kind: 'erc20', token }, spender: other, amount: 5n },
  ])
  expect(sumEffects(me, [approval(5n), approval(0n)], []).grants).toEqual([])
})

test('reports the approval of a whole collection', () => {
  const log: Log = {
    address: token,
    topics: encodeEventTopics({
      abi: erc721Abi,
      eventName: 'ApprovalForAll',
      args: { owner: me, operator: other },
    }) as Hex[],
    data: word(1n),
  }
  expect(sumEffects(me, [log], []).grants).toEqual([
    { asset: { kind: 'collection', token }, spender: other, amount: null },
  ])
})

test('ignores a truncated log', () => {
  expect(sumEffects(me, [{ ...moved(me, other, 1n), data: '0x' }], []).changes).toEqual([])
  expect(sumEffects(me, [{ address: token, topics: [pad('0x1')], data: '0x' }], []).changes).toEqual([])
})
