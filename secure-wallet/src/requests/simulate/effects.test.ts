import { encodeAbiParameters, encodeEventTopics, erc20Abi, erc721Abi, erc1155Abi, type Hex, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { assetKeyOf, grantKeyOf, type Log, sumEffects } from './effects.ts'

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

const events = parseAbi([
  'event OperatorSet(address indexed owner, address indexed operator, bool approved)',
  'event AuthorizedOperator(address indexed operator, address indexed holder)',
  'event BorrowAllowanceDelegated(address indexed from, address indexed to, address indexed asset, uint256 amount)',
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 end)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 end, uint48 nonce)',
])
type EventName = (typeof events)[number]['name']
/** A log of a contract at `vault` with these indexed values, whose data starts with these words. */
const vault = '0x4444444444444444444444444444444444444444'
const logOf = (eventName: EventName, args: readonly Hex[], ...words: bigint[]): Log => ({
  address: vault,
  topics: encodeEventTopics({ abi: events, eventName, args } as never) as Hex[],
  data: `0x${words.map((value) => word(value).slice(2)).join('')}`,
})
const collection = { kind: 'collection', token: vault } as const

test.each([
  ['an operator of ERC-6909', logOf('OperatorSet', [me, other], 1n), { asset: collection, amount: null }],
  ['an operator of ERC-777', logOf('AuthorizedOperator', [other, me]), { asset: collection, amount: null }],
  [
    'somebody who may borrow against its deposits',
    logOf('BorrowAllowanceDelegated', [me, other, token], 9n),
    { asset: { kind: 'erc20', token: vault }, amount: 9n },
  ],
  [
    'a spender of Permit2 by its approval',
    logOf('Approval', [me, token, other], 5n, 1n),
    { asset: { kind: 'erc20', token }, amount: 5n },
  ],
  [
    'a spender of Permit2 by a permit',
    logOf('Permit', [me, token, other], 6n, 1n, 0n),
    { asset: { kind: 'erc20', token }, amount: 6n },
  ],
])('reports the right that the account gives %s', (_name, log, grant) => {
  expect(sumEffects(me, [log], []).grants).toEqual([{ ...grant, spender: other }])
  // The contract itself gave no right.
  expect(sumEffects(vault, [log], []).grants).toEqual([])
})

test('the end of a right of an operator or a spender is no right', () => {
  const ended = [logOf('OperatorSet', [me, other], 0n), logOf('Approval', [me, token, other], 0n, 0n)]
  expect(sumEffects(me, ended, []).grants).toEqual([])
  const given = [logOf('OperatorSet', [me, other], 1n), logOf('Approval', [me, token, other], 5n, 1n)]
  expect(sumEffects(me, [...given, ...ended], []).grants).toEqual([])
})

test('reports the right over one collectible, and none if it names the zero address', () => {
  const approved = (spender: Hex): Log => ({
    address: token,
    topics: encodeEventTopics({
      abi: erc721Abi,
      eventName: 'Approval',
      args: { owner: me, spender, tokenId: 9n },
    } as never) as Hex[],
    data: '0x',
  })
  expect(sumEffects(me, [approved(other)], []).grants).toEqual([
    { asset: { kind: 'erc721', token, id: 9n }, spender: other, amount: 1n },
  ])
  expect(sumEffects(me, [approved(pad('0x', { size: 20 }))], []).grants).toEqual([])
})

test('counts a single transfer of ERC-1155, and ignores a batch whose lists differ in length', () => {
  const transfer = (eventName: 'TransferSingle' | 'TransferBatch', data: Hex): Log => ({
    address: token,
    topics: encodeEventTopics({
      abi: erc1155Abi,
      eventName,
      args: { operator: me, from: other, to: me },
    } as never) as Hex[],
    data,
  })
  const single = transfer('TransferSingle', `${word(4n)}${word(3n).slice(2)}` as Hex)
  expect(sumEffects(me, [single], []).changes).toEqual([{ asset: { kind: 'erc1155', token, id: 4n }, amount: 3n }])
  expect(sumEffects(me, [{ ...single, data: word(4n) }], []).changes).toEqual([])
  const lists = encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [[4n, 5n], [1n]])
  expect(sumEffects(me, [transfer('TransferBatch', lists)], []).changes).toEqual([])
})

test('what comes back leaves no change, and only receivers of what leaves are named, each once', () => {
  const effects = sumEffects(me, [moved(me, other, 5n), moved(me, other, 1n), moved(token, me, 6n)], [])
  expect(effects).toEqual({ changes: [], grants: [], receivers: [other] })
})

test('tells the assets of one contract apart, and writes its address in one way', () => {
  const upper = '0xABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD'
  const lower = upper.toLowerCase() as Hex
  expect(assetKeyOf({ kind: 'erc20', token: upper })).toBe(assetKeyOf({ kind: 'erc20', token: lower }))
  const keys = [
    assetKeyOf({ kind: 'native' }),
    assetKeyOf({ kind: 'erc20', token }),
    assetKeyOf({ kind: 'erc1155', token, id: 1n }),
    assetKeyOf({ kind: 'erc1155', token, id: 2n }),
    grantKeyOf({ asset: { kind: 'erc20', token }, spender: other }),
    grantKeyOf({ asset: { kind: 'erc20', token }, spender: me }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})
