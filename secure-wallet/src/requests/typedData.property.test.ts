import fc from 'fast-check'
import { getAddress, hashTypedData, toHex } from 'viem'
import { expect, test } from 'vitest'
import { innerCallRows } from '../../test/corpus/innerCalls.ts'
import { marketOrders } from '../../test/corpus/marketOrders.ts'
import { permit2Rows } from '../../test/corpus/permit2.ts'
import { permits } from '../../test/corpus/permits.ts'
import { rights } from '../../test/corpus/rights.ts'
import { runRow } from '../../test/corpus/run.ts'
import { safeRows } from '../../test/corpus/safe.ts'
import { seaportRows } from '../../test/corpus/seaport.ts'
import { type CorpusRow, me } from '../../test/corpus/shape.ts'
import { snapshotRows } from '../../test/corpus/snapshot.ts'
import { statements } from '../../test/corpus/statements.ts'
import { tokenOrders } from '../../test/corpus/tokenOrders.ts'
import { uniswapX } from '../../test/corpus/uniswapX.ts'
import { knownForms } from './decode/typedData/knownForms.ts'

const unknownTitle = 'Sign something we can’t read?'

type Member = { name: string; type: string }
type Data = {
  types: { [name: string]: Member[] }
  primaryType: string
  domain: { [name: string]: unknown }
  message: object
}
const readRow = ({ params }: CorpusRow): Data => JSON.parse((params as [string, string])[1])
const typeTextOf = ({ types, primaryType }: Data): string => {
  const { EIP712Domain: _, ...own } = types
  return [primaryType, ...Object.keys(own).filter((name) => name !== primaryType)]
    .map((name) => `${name}(${own[name]?.map((member) => `${member.type} ${member.name}`)})`)
    .join('')
}

const understood = [
  ...[...permits, ...permit2Rows, ...uniswapX, ...seaportRows, ...marketOrders, ...tokenOrders],
  ...[...safeRows, ...innerCallRows, ...rights, ...snapshotRows, ...statements],
].filter(({ card }) => 'title' in card && card.kind !== 'unknown')
/** A sign-in has optional members, and a witness changes nothing about the right that Permit2 gives. */
const isOpen = (row: CorpusRow): boolean =>
  /SignIn|Login|MockWitness|CrossChainOrder/.test(readRow(row).primaryType + typeTextOf(readRow(row)))
const closed = understood.filter((row) => !isOpen(row))
/** A change may also lead from one published form to another, such as from a newer vote to an older one. */
const published = new Set(knownForms.flatMap(({ types }) => types.filter((type) => typeof type === 'string')))

const anyType = fc.constantFrom(
  'address',
  'bool',
  'string',
  'bytes',
  'bytes32',
  'uint256',
  'uint8',
  'int256',
  'uint256[]',
  'address[]',
)
/**
 * Changes one thing in the types: a name, a type, the order, a member more or less. Returns null if nothing changed.
 */
const changeType = (data: Data, pick: number, how: number, type: string): Data | null => {
  const names = Object.keys(data.types).filter((name) => name !== 'EIP712Domain')
  const name = names[pick % names.length] ?? ''
  const members = data.types[name] ?? []
  const at = (pick >> 4) % Math.max(1, members.length)
  const changed = [
    () => members.map((member, index) => (index === at ? { ...member, name: `${member.name}X` } : member)),
    () => members.map((member, index) => (index === at ? { ...member, type } : member)),
    () => members.filter((_, index) => index !== at),
    () => [...members.slice(0, at), { name: 'added', type }, ...members.slice(at)],
    () => members.toSpliced(at, 2, ...members.slice(at, at + 2).toReversed()),
  ][how]?.()
  if (!changed || JSON.stringify(changed) === JSON.stringify(members)) return null
  return { ...data, types: { ...data.types, [name]: changed }, message: fill(data.message) }
}
/** Gives each struct of the message the members that a change may ask for. */
const fill = (value: unknown): object => {
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'object' && each !== null ? fill(each) : each))
  const members = Object.entries(value as object).flatMap(([name, each]) => {
    const filled = typeof each === 'object' && each !== null ? fill(each) : each
    return [
      [name, filled],
      [`${name}X`, filled],
    ]
  })
  return { added: '0', ...Object.fromEntries(members) }
}
/** Makes a value that fits the type, where the change of a type made the old one unfit. */
const fit = (data: Data): Data => ({ ...data, message: fitStruct(data.message, data.primaryType, data) as object })
const fitStruct = (value: unknown, type: string, data: Data): unknown => {
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const length = list[2] === '' ? undefined : Number(list[2])
    const items = Array.isArray(value) ? value : Array(length ?? 1).fill(value)
    return items.map((each) => fitStruct(each, list[1] ?? '', data))
  }
  const members = data.types[type]
  if (members) {
    const given = Object(Array.isArray(value) ? value[0] : value)
    return Object.fromEntries(members.map((member) => [member.name, fitStruct(given[member.name], member.type, data)]))
  }
  return fitElementary(value, type)
}
const fitElementary = (value: unknown, type: string): unknown => {
  if (type === 'address') return /^0x[0-9a-fA-F]{40}$/.test(String(value)) ? value : me
  if (type === 'bool') return value === true
  if (type === 'string') return String(value)
  if (type === 'bytes') return /^0x(?:[0-9a-fA-F]{2})*$/.test(String(value)) ? value : '0x'
  if (type.startsWith('bytes')) return toHex(0, { size: Number(type.slice(5)) })
  return /^\d{1,2}$/.test(String(value)) ? value : '1'
}

const run = async (row: CorpusRow, data: Data) => {
  const answer = await runRow({ ...row, params: [me, JSON.stringify(data)] })
  return 'proposal' in answer ? answer.proposal : null
}

test('typed data with one changed type or member never keeps the title of the published form', async () => {
  let changes = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...closed), fc.nat(4_095), fc.nat(4), anyType, async (row, pick, how, type) => {
      const changed = changeType(readRow(row), pick, how, type)
      if (!changed || published.has(typeTextOf(changed))) return
      const proposal = await run(row, fit(changed))
      if (!proposal) return
      changes++
      const { title } = proposal.facts
      if (proposal.kind === 'unknown') expect(title).toBe(unknownTitle)
      else {
        // Permit2 gives the same right whatever the witness is, so an order becomes a transfer for a stranger.
        expect(uniswapX).toContain(row)
        expect(title).toMatch(/stranger/)
        expect(proposal.facts.isDanger).toBe(true)
      }
    }),
    { numRuns: 700 },
  )
  expect(changes).toBeGreaterThan(300)
})

/** The names of the domains of which the standard fixes the name, the version, or the contract. */
const fixed =
  /^(?:Permit2|Seaport|Blur|LooksRare|Polymarket|Gnosis|1inch|ZeroEx|ERC4337|Hyperliquid|Orderly|snapshot|EAS)/
const strict = closed.filter((row) => fixed.test(String(readRow(row).domain.name)))
/** An attestation may be of any version and contract. */
const isFree = (name: unknown, member: string): boolean => String(name).startsWith('EAS') && member !== 'name'

test('typed data with another domain never keeps the title of the published form', async () => {
  expect(strict.length).toBeGreaterThan(100)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...strict), fc.nat(), fc.boolean(), async (row, pick, isDropped) => {
      const data = readRow(row)
      const members = (data.types.EIP712Domain ?? []).filter(({ name }) => name !== 'chainId')
      const { name: member, type } = members[pick % members.length] ?? { name: '', type: '' }
      if (isFree(data.domain.name, member) && !isDropped) return
      const value = type === 'address' ? toHex(BigInt(pick) + 2n ** 100n, { size: 20 }) : `${data.domain[member]} `
      const { [member]: _, ...rest } = data.domain
      const changed = isDropped
        ? {
            domain: rest,
            types: {
              ...data.types,
              EIP712Domain: data.types.EIP712Domain?.filter(({ name }) => name !== member) ?? [],
            },
          }
        : { domain: { ...data.domain, [member]: value } }
      const proposal = await run(row, { ...data, ...changed })
      expect(proposal?.facts.title ?? unknownTitle).toBe(unknownTitle)
    }),
    { numRuns: 300 },
  )
})

test('typed data with an extra member in its domain never keeps the title of the published form', async () => {
  for (const row of closed) {
    const data = readRow(row)
    const EIP712Domain = [...(data.types.EIP712Domain ?? []), { name: 'purpose', type: 'string' }]
    const proposal = await run(row, {
      ...data,
      domain: { ...data.domain, purpose: 'x' },
      types: { ...data.types, EIP712Domain },
    })
    expect(proposal?.facts.title, row.name).toBe(unknownTitle)
  }
})

/** Marks what is sent and not signed. It must appear nowhere. */
const noise = 'NOISE'
type Shape = { type: string; types: { [name: string]: Member[] }; signed: unknown; sent: unknown }
const leaf: fc.Arbitrary<Shape> = fc.oneof(
  fc.constant('address').chain((type) =>
    fc.tuple(fc.bigInt({ min: 1n, max: 2n ** 160n - 1n }), fc.boolean()).map(([value, isLower]) => {
      const address = getAddress(toHex(value, { size: 20 }))
      return { type, types: {}, signed: address, sent: isLower ? address.toLowerCase() : address }
    }),
  ),
  fc.boolean().map((value) => ({ type: 'bool', types: {}, signed: value, sent: value })),
  fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((value) => ({ type: 'string', types: {}, signed: value, sent: value })),
  fc
    .uint8Array({ maxLength: 8 })
    .map((value) => ({ type: 'bytes', types: {}, signed: toHex(value), sent: toHex(value) })),
  fc
    .tuple(fc.integer({ min: 1, max: 32 }), fc.bigInt({ min: 0n, max: 2n ** 8n - 1n }), fc.nat(2))
    .map(([bytes, value, form]) => ({
      ...{ type: `uint${bytes * 8}`, types: {}, signed: String(value) },
      sent: [String(value), toHex(value), Number(value)][form],
    })),
)
let count = 0
const tree = (depth: number): fc.Arbitrary<Shape> =>
  depth === 0
    ? leaf
    : fc.oneof(
        leaf,
        leaf.map(({ type, signed, sent, types }) => ({ type: `${type}[]`, types, signed: [signed], sent: [sent] })),
        fc.array(tree(depth - 1), { minLength: 1, maxLength: 3 }).map((members) => {
          const name = `T${count++}`
          return {
            type: name,
            types: Object.assign(
              { [name]: members.map(({ type }, at) => ({ name: `m${at}`, type })) },
              ...members.map(({ types }) => types),
            ),
            signed: Object.fromEntries(members.map(({ signed }, at) => [`m${at}`, signed])),
            sent: Object.fromEntries([...members.map(({ sent }, at) => [`m${at}`, sent]), ['extra', noise]]),
          }
        }),
      )
const domainMembers = [
  { name: 'name', type: 'string', value: 'Fen Exchange' },
  { name: 'version', type: 'string', value: 'v-2.7' },
  { name: 'chainId', type: 'uint256', value: '1' },
  { name: 'verifyingContract', type: 'address', value: getAddress('0x5ba7130ce94f0286ad61be7c03f9e8d24107ac55') },
  { name: 'salt', type: 'bytes32', value: `0x${'5a'.repeat(32)}` },
]

test('a card shows all signed values and nothing else, and the digest is that of what it shows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(tree(2), { minLength: 1, maxLength: 4 }),
      fc.subarray(domainMembers),
      async (members, signedDomain) => {
        const types = Object.assign(
          {
            EIP712Domain: signedDomain.map(({ name, type }) => ({ name, type })),
            Root: members.map(({ type }, at) => ({ name: `m${at}`, type })),
          },
          ...members.map(({ types }) => types),
        )
        const signed = {
          ...{ types, primaryType: 'Root' },
          domain: Object.fromEntries(signedDomain.map(({ name, value }) => [name, value])),
          message: Object.fromEntries(members.map(({ signed }, at) => [`m${at}`, signed])),
        }
        const sent = {
          ...{ types: { ...types, Unused: [{ name: noise, type: 'string' }] }, primaryType: 'Root', extra: noise },
          domain: {
            ...Object.fromEntries(domainMembers.map(({ name }) => [name, noise])),
            ...signed.domain,
            extra: noise,
          },
          message: { ...Object.fromEntries(members.map(({ sent }, at) => [`m${at}`, sent])), extra: noise },
        }
        const answer = await runRow({
          name: '',
          method: 'eth_signTypedData_v4',
          params: [me, sent],
          card: { refused: '' },
        })
        if ('refused' in answer) throw new Error(answer.refused)
        const { facts, choices } = answer.proposal
        const digest = hashTypedData(signed as never)
        expect(choices[0]?.payloads).toEqual([digest.slice(2)])
        expect(hashTypedData(JSON.parse(facts.raw))).toBe(digest)
        expect(JSON.parse(facts.raw).message).toEqual(signed.message)
        expect(JSON.stringify(answer.proposal)).not.toContain(noise)
        const shown = facts.rows.map(({ value }) => value).join('\n')
        for (const { name, value } of domainMembers)
          if (name !== 'chainId') expect(shown.includes(value)).toBe(name in signed.domain)
        expect(facts.rows.find(({ label }) => label === 'Network')?.value).toBe(
          signed.domain.chainId ? 'Ethereum' : 'not said',
        )
      },
    ),
    { numRuns: 150 },
  )
})

test('the values of the tree are the signed values, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(leaf, { minLength: 1, maxLength: 6 }), async (members) => {
      const data = {
        ...{
          types: { EIP712Domain: [], Root: members.map(({ type }, at) => ({ name: `m${at}`, type })) },
          primaryType: 'Root',
          domain: {},
        },
        message: Object.fromEntries(members.map(({ sent }, at) => [`m${at}`, sent])),
      }
      const answer = await runRow({
        name: '',
        method: 'eth_signTypedData_v4',
        params: [me, data],
        card: { refused: '' },
      })
      if ('refused' in answer) throw new Error(answer.refused)
      const values = answer.proposal.facts.tree.map(({ value }) => value)
      const plain = members.map(({ signed }) => String(signed))
      // Hidden characters are shown as their codes, so only texts without them stay as they are.
      for (const [at, text] of plain.entries()) if (/^[\x21-\x7e]*$/.test(text)) expect(values[at]).toBe(text)
      expect(values).toHaveLength(members.length)
    }),
    { numRuns: 100 },
  )
})
