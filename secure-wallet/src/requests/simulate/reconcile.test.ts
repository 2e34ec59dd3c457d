import { expect, test } from 'vitest'
import { balanceCode, listCandidates, multiTokenReads, nativeKey, reconcile, tokenReads } from './balances.ts'
import { assetKeyOf, type BalanceChange } from './effects.ts'

const me = '0x1111111111111111111111111111111111111111'
const token = '0x2222222222222222222222222222222222222222'
const other = '0x3333333333333333333333333333333333333333'
const key = assetKeyOf({ kind: 'erc20', token })
const usd = (amount: bigint): BalanceChange => ({ asset: { kind: 'erc20', token }, amount })
const coin = (amount: bigint): BalanceChange => ({ asset: { kind: 'native' }, amount })
const collectible = (id: bigint, amount: bigint): BalanceChange => ({ asset: { kind: 'erc721', token, id }, amount })

type Sides = { before: { [key: string]: bigint }; after: { [key: string]: bigint }; fee?: bigint }
/** The changes that a card shows and the tokens that it warns of, if the logs report `changes`. */
const compare = (changes: BalanceChange[], { before, after, fee = 0n }: Sides) => {
  const sides = [before, after].map((side) => new Map(Object.entries(side))) as [
    Map<string, bigint>,
    Map<string, bigint>,
  ]
  const { effects, misreported } = reconcile({ changes, grants: [], receivers: [] }, ...sides, fee)
  return { changes: effects.changes, misreported }
}

test('shows the balance where a log reports another amount, up or down', () => {
  for (const real of [-150n, -50n, 50n])
    expect(compare([usd(-100n)], { before: { [key]: 1_000n }, after: { [key]: 1_000n + real } })).toEqual({
      changes: [usd(real)],
      misreported: [token],
    })
  expect(compare([usd(-100n)], { before: { [key]: 1_000n }, after: { [key]: 900n } })).toEqual({
    ...{ changes: [usd(-100n)], misreported: [] },
  })
})

test('a token whose balance cannot be read is shown as its log says, with a warning', () => {
  for (const sides of [
    { before: {}, after: { [key]: 1n } },
    { before: { [key]: 1n }, after: {} },
  ])
    expect(compare([usd(-100n)], sides)).toEqual({ changes: [usd(-100n)], misreported: [token] })
})

test('a rounding of two base units or of a millionth is no difference, and one more is', () => {
  const misreportedAt = (amount: bigint, difference: bigint) =>
    compare([usd(amount)], { before: { [key]: 0n }, after: { [key]: amount + difference } }).misreported.length
  expect([-3n, -2n, 2n, 3n].map((difference) => misreportedAt(1_000n, difference))).toEqual([1, 0, 0, 1])
  expect([5n, 6n].map((difference) => misreportedAt(5_000_000n, difference))).toEqual([0, 1])
  expect([5n, 6n].map((difference) => misreportedAt(-5_000_000n, difference))).toEqual([0, 1])
})

test('shows what moves without a log, and warns of a token that does so', () => {
  const before = { [key]: 10n, [nativeKey]: 10n }
  expect(compare([], { before, after: { [key]: 7n, [nativeKey]: 14n } })).toEqual({
    changes: [usd(-3n), coin(4n)],
    misreported: [token],
  })
  expect(compare([], { before, after: before })).toEqual({ changes: [], misreported: [] })
  expect(compare([], { before: {}, after: before })).toEqual({ changes: [], misreported: [] })
})

test('the fee is no loss of native coins, and coins that no log names are no warning', () => {
  const sides = { before: { [nativeKey]: 100n }, after: { [nativeKey]: 60n }, fee: 5n }
  expect(compare([coin(-35n)], sides)).toEqual({ changes: [coin(-35n)], misreported: [] })
  expect(compare([], sides)).toEqual({ changes: [coin(-35n)], misreported: [] })
  expect(compare([coin(-1n)], { before: {}, after: {} })).toEqual({ changes: [coin(-1n)], misreported: [] })
})

test('collectibles are shown one by one, and their number is compared with the balance of the collection', () => {
  const logged = [collectible(1n, -1n), collectible(2n, -1n), collectible(3n, 1n)]
  expect(compare(logged, { before: { [key]: 5n }, after: { [key]: 4n } })).toEqual({ changes: logged, misreported: [] })
  expect(compare(logged, { before: { [key]: 5n }, after: { [key]: 3n } })).toEqual({
    changes: logged,
    misreported: [token],
  })
  expect(compare(logged, { before: {}, after: {} }).misreported).toEqual([token])
})

test('a token of ERC-1155 is compared under its id', () => {
  const asset = { kind: 'erc1155', token, id: 7n } as const
  const id = assetKeyOf(asset)
  expect(compare([], { before: { [id]: 5n }, after: { [id]: 4n } })).toEqual({
    changes: [{ asset, amount: -1n }],
    misreported: [token],
  })
})

test('reads the balance of each token by its standard', () => {
  expect(tokenReads(me, [token])).toEqual([{ key, to: token, data: `0x70a08231${'0'.repeat(24)}${me.slice(2)}` }])
  const asset = { kind: 'erc1155', token, id: 10n } as const
  const effects = { changes: [usd(1n), { asset, amount: 1n }], grants: [], receivers: [] }
  expect(multiTokenReads(me, effects)).toEqual([
    {
      key: assetKeyOf(asset),
      to: token,
      data: `0x00fdd58e${'0'.repeat(24)}${me.slice(2)}${'a'.padStart(64, '0')}`,
    },
  ])
  expect(balanceCode(me)).toBe(`0x73${me.slice(2)}315f5260205ff3`)
})

test('reads the balance of each contract once, at most thirty, and neither of the account nor of the native coin', () => {
  const log = { address: token, topics: [], data: '0x' } as const
  const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
  expect(listCandidates(me, [log, log, { ...log, address: native }], [me, token], [other])).toEqual([other, token])
  const many = Array.from({ length: 40 }, (_, index) => `0x${String(index + 10).padStart(40, '5')}` as const)
  expect(listCandidates(me, [log], many, [other])).toEqual([other, ...many.slice(0, 29)])
})
