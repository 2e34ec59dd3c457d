import type { SiteIdentity } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { ComputeBudgetProgram, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { expect, test, vi } from 'vitest'
import { createRpcWallet, hostOrigin } from '../../../test/rpcScope.ts'
import {
  anyHash,
  bytesOf,
  createSolanaChain,
  instruction,
  me,
  person,
  token2022,
  tokenProgram,
} from '../../../test/solanaChain.ts'
import type { Proposal } from '../../approval/proposal.ts'

const [friend, thief, mint, own, theirs] = [10, 11, 12, 13, 14].map(person) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
]
const short = (key: PublicKey): string => `${key.toBase58().slice(0, 6)}…${key.toBase58().slice(-4)}`

const setUp = (program = tokenProgram, extensions = new Uint8Array(), accountExtensions = new Uint8Array()) => {
  const chain = createSolanaChain()
  chain.setMint(mint, { program, extensions })
  chain.setToken(own, mint, { amount: 50_000_000n, program, extensions: accountExtensions })
  chain.setToken(theirs, mint, { owner: friend, program, extensions: accountExtensions })
  return chain
}
type Chain = ReturnType<typeof createSolanaChain>
const listed = [{ address: mint.toBase58(), name: 'US Dollar', symbol: 'USD', decimals: 6 }]
const shown = async (
  chain: Chain,
  transactions: string[],
  tokens = listed,
  sites: SiteIdentity[] = [],
): Promise<Proposal> => {
  const { ask, card } = createRpcWallet(chain.node, { listed: tokens, sites })
  const asked = ask('solana_signAllTransactions', { transactions }, 'solana:local')
  asked.catch(() => undefined)
  const { frozen, refuse } = await card(0)
  refuse()
  return frozen.proposal
}
const show = (chain: Chain, instructions: TransactionInstruction[]): Promise<Proposal> =>
  shown(chain, [chain.transaction(instructions)])
const labelOf = ({ choices: [choice] }: Proposal) => choice?.label
const titlesOf = ({ facts }: Proposal) => facts.notices.map(({ title }) => title)

const pay = SystemProgram.transfer({ fromPubkey: me, toPubkey: friend, lamports: 1_500_000_000 })
const send = (amount: bigint, program = tokenProgram) =>
  instruction(program, bytesOf(12, amount, 6), [own, true], [mint, false], [theirs, true], [me, false])
const approve = (spender: PublicKey, amount: bigint) =>
  instruction(tokenProgram, bytesOf(4, amount), [own, true], [spender, false], [me, false])
/** Gives the visitor's token account another owner (2) or closer (3). */
const setAuthority = (kind: number, to: PublicKey) =>
  instruction(tokenProgram, bytesOf(6, kind, 1, to), [own, true], [me, false])

test('names a single payment, and shows its fee apart from the amount', async () => {
  const proposal = await show(setUp(), [pay])
  expect(labelOf(proposal)).toBe(`Send 1.5 SOL to ${short(friend)}`)
  expect(proposal.facts.title).toBe('Send 1.5 SOL')
  expect(proposal).toMatchObject({
    kind: 'transfer',
    facts: { changes: [{ direction: 'out', amount: '−1.5 SOL' }], notices: [] },
    choices: [{ fee: { likely: '0.000005 SOL' } }],
    estimatedAt: expect.any(Number),
  })
})

test('coins and listed tokens may have a price, and only listed tokens have an icon', async () => {
  const icon = `/logos/${'0'.repeat(32)}`
  const chain = setUp()
  const changesOf = async (instructions: (typeof pay)[], tokens: Parameters<typeof shown>[2]) =>
    (await shown(chain, [chain.transaction(instructions)], tokens)).facts.changes
  const withIcon = listed.map((each) => ({ ...each, icon }))
  expect(await changesOf([pay], withIcon)).toMatchObject([{ priced: { chainId: 'solana:local', amount: '1.5' } }])
  const [known] = await changesOf([send(5_000_000n)], withIcon)
  expect(known).toMatchObject({ icon, priced: { chainId: 'solana:local', token: mint.toBase58(), amount: '5' } })
  const [unknown] = await changesOf([send(5_000_000n)], [])
  expect([unknown?.icon, unknown?.priced]).toEqual([undefined, undefined])
})

test('names a receiver of the site that asks, and keeps its address in the details', async () => {
  const chain = setUp()
  const receivers = [{ name: 'Shop, till', account: `solana:local:${friend.toBase58()}` }]
  const site = { origin: hostOrigin, name: 'Shop', receivers }
  const { facts } = await shown(chain, [chain.transaction([pay])], listed, [site])
  expect(facts.title).toBe('Pay 1.5 SOL')
  expect(facts.rows.slice(0, 2)).toEqual([
    { label: 'To', value: 'Shop, till', isAddress: false },
    { label: 'To', value: friend.toBase58(), isAddress: true, isDetail: true },
  ])
})

test('names the owner who receives tokens, and the token as the list does', async () => {
  const proposal = await show(setUp(), [send(5_000_000n)])
  expect(labelOf(proposal)).toBe(`Send 5 USD to ${short(friend)}`)
  expect(proposal.facts).toMatchObject({
    changes: [{ direction: 'out', name: 'US Dollar', amount: '−5 USD' }],
    rows: expect.arrayContaining([{ label: 'To', value: friend.toBase58(), isAddress: true }]),
  })
})

test('shows a token that no list names by its address', async () => {
  const chain = setUp()
  const { facts } = await shown(chain, [chain.transaction([send(5_000_000n)])], [])
  expect(facts.changes[0]?.amount).toBe(`−5 unknown token ${short(mint)}`)
  expect(facts.notices).toMatchObject([{ title: 'An unknown token' }])
  expect(facts.rows).toContainEqual({ label: 'Token', value: mint.toBase58(), isAddress: true })
})

test('counts the price for compute units in the fee', async () => {
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_000 })
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 300_000 })
  const proposal = await show(setUp(), [limit, price, pay])
  // 3,000,000 lamports for the units, and 5,000 for the signature.
  expect(proposal.choices[0]?.fee?.likely).toBe('0.003005 SOL')
  expect(proposal.facts.changes[0]?.amount).toBe('−1.5 SOL')
  expect(labelOf(proposal)).toBe(`Send 1.5 SOL to ${short(friend)}`)
  const unlimited = await show(setUp(), [price, pay])
  expect(unlimited.choices[0]?.fee?.likely).toBe('0.002005 SOL')
})

test.each([
  ['an allowance', () => approve(thief, 9n), 'It lets somebody take your tokens'],
  ['another owner of the token account', () => setAuthority(2, thief), 'Change the owner'],
  ['another closer of the token account', () => setAuthority(3, thief), 'Change who may close'],
  [
    'another program for the account',
    () => SystemProgram.assign({ accountPubkey: me, programId: thief }),
    'Assign account',
  ],
])('names no payment in the label if the transaction also makes %s', async (_what, make, title) => {
  const proposal = await show(setUp(), [pay, make()])
  expect(labelOf(proposal)).toBe('Sign 2 steps')
  expect(proposal).toMatchObject({ kind: 'permission', facts: { isDanger: true, steps: { length: 2 } } })
  expect(titlesOf(proposal)[0]).toContain(title)
})

const closeTo = (receiver: PublicKey) =>
  instruction(tokenProgram, bytesOf(9), [own, true], [receiver, true], [me, false])
/** Gives the mint another minter (0) or freezer (1). */
const setMintAuthority = (kind: number, to: PublicKey) =>
  instruction(tokenProgram, bytesOf(6, kind, 1, to), [mint, true], [me, false])
const nonce = person(31)
const handOver = () =>
  SystemProgram.nonceAuthorize({ noncePubkey: nonce, authorizedPubkey: me, newAuthorizedPubkey: thief })

test.each([
  ['another minter of a token', () => setMintAuthority(0, thief), 'Change who may mint', mint],
  ['another freezer of a token', () => setMintAuthority(1, thief), 'Change who may freeze', mint],
  ['another authority of a durable nonce', handOver, 'Hand over a durable nonce', nonce],
  ['the end of a token account', () => closeTo(thief), 'Close a token account', own],
])('says that a transaction makes %s, and to whom', async (_what, make, title, account) => {
  const chain = setUp()
  chain.setMint(mint, { minter: me, freezer: me })
  chain.setToken(own, mint)
  chain.setNonce(nonce)
  const alone = await show(chain, [make()])
  expect(labelOf(alone)).toBe(title)
  for (const [proposal, label] of [
    [alone, title],
    [await show(chain, [pay, make()]), 'Sign 2 steps'],
  ] as const) {
    expect(labelOf(proposal)).toBe(label)
    expect(proposal).toMatchObject({ kind: 'permission', facts: { isDanger: true } })
    expect(proposal.facts.notices).toEqual([{ tone: 'danger', title, text: `${short(account)} to ${short(thief)}` }])
  }
})

const created = person(32)
const open = (lamports: number, programId: PublicKey) =>
  SystemProgram.createAccount({ fromPubkey: me, newAccountPubkey: created, lamports, space: 8, programId })

test('says what a new account costs, and which program gets it', async () => {
  const proposal = await show(setUp(), [open(2_000_000_000, thief)])
  expect(labelOf(proposal)).toBe(`Open an account with 2 SOL for ${short(thief)}`)
  expect(proposal.facts.changes).toMatchObject([{ direction: 'out', amount: '−2 SOL' }])
  const twice = await show(setUp(), [pay, open(2_000_000_000, thief)])
  expect(labelOf(twice)).toBe('Sign 2 steps')
  expect(twice.facts.steps[1]).toBe(`Open an account with 2 SOL for ${short(thief)}`)
  expect(twice.facts.changes).toMatchObject([{ direction: 'out', amount: '−3.5 SOL' }])
})

test('names the steps that open a durable nonce, and what the nonce holds', async () => {
  const opening = SystemProgram.nonceInitialize({ noncePubkey: created, authorizedPubkey: thief })
  const proposal = await show(setUp(), [open(2_000_000, SystemProgram.programId), opening])
  // The nonce does not fit into eight bytes, so the network would refuse the second step.
  expect(titlesOf(proposal)).toContain('This would fail')
  const { instructions } = SystemProgram.createNonceAccount({
    ...{ fromPubkey: me, noncePubkey: created, authorizedPubkey: thief, lamports: 2_000_000 },
  })
  const opened = await show(setUp(), instructions)
  expect(labelOf(opened)).toBe('Sign 2 steps')
  expect(opened.facts.steps[1]).toBe('Open a durable nonce')
  expect(opened.facts.changes).toMatchObject([{ direction: 'out', amount: '−0.002 SOL' }])
})

const accountProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const tokens = new PublicKey(tokenProgram)
const openTokenAccount = () => {
  const [account] = PublicKey.findProgramAddressSync([me.toBytes(), tokens.toBytes(), mint.toBytes()], accountProgram)
  const programs: [PublicKey, boolean][] = [
    [SystemProgram.programId, false],
    [tokens, false],
  ]
  return instruction(accountProgram, bytesOf(1), [me, true], [account, true], [me, false], [mint, false], ...programs)
}
const allocate = () => SystemProgram.allocate({ accountPubkey: me, space: 8 })

test.each([
  ['opens a token account', openTokenAccount, 'Open a token account', ['−0.00203928 SOL']],
  ['sets the size of an account', allocate, 'Set the size of an account', []],
])('names the only step of a transaction that %s, and what leaves', async (_what, make, step, amounts) => {
  const proposal = await show(setUp(), [make()])
  expect(labelOf(proposal)).toBe('Sign')
  expect(proposal.facts.steps).toEqual([step])
  expect(proposal.facts.changes.map(({ amount }) => amount)).toEqual(amounts)
})

test('shows an allowance as what somebody may take', async () => {
  const proposal = await show(setUp(), [approve(thief, 9_000_000n)])
  expect(proposal.facts).toMatchObject({
    changesTitle: 'It may take',
    changes: [{ direction: 'risk', name: 'US Dollar', amount: 'up to 9 USD', note: `for ${short(thief)}` }],
  })
  expect(labelOf(proposal)).toBe(`Allow ${short(thief)} to take 9 USD`)
})

test('counts tokens that leave with their account as lost', async () => {
  const { facts } = await show(setUp(), [setAuthority(2, thief)])
  expect(facts.changes).toMatchObject([{ direction: 'out', amount: '−50 USD' }])
})

test('watches the token accounts in lookup tables, and names their addresses', async () => {
  const chain = setUp()
  const table = chain.setTable(person(30), [own, theirs, mint])
  const proposal = await shown(chain, [chain.transaction([send(7_000_000n)], [table])])
  expect(proposal).toMatchObject({
    kind: 'transfer',
    facts: { changes: [{ direction: 'out', amount: '−7 USD' }], notices: [] },
  })
  expect(labelOf(proposal)).toBe(`Send 7 USD to ${short(friend)}`)
  const hidden = await shown(chain, [chain.transaction([pay, setAuthority(2, thief)], [table])])
  expect(titlesOf(hidden)).toContain('Change the owner')
})

test('says that a lookup table could not be read, and does not call the transaction simulated', async () => {
  const chain = setUp()
  const table = chain.setTable(person(30), [own, theirs, mint])
  const transaction = chain.transaction([send(7_000_000n)], [table])
  chain.methods.getMultipleAccounts = () => null
  const proposal = await shown(chain, [transaction])
  expect(proposal.kind).toBe('unknown')
  expect(titlesOf(proposal)).toEqual(expect.arrayContaining(['Not simulated', 'Accounts from lookup tables']))
  expect(labelOf(proposal)).toBe('Sign')
})

test('says that a transaction with a durable nonce never expires', async () => {
  const chain = setUp()
  chain.setNonce(nonce)
  const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: me })
  const proposal = await shown(chain, [chain.transaction([advance, pay], [], anyHash)])
  expect(titlesOf(proposal)).toContain('It does not expire')
  expect(proposal.kind).not.toBe('transfer')
  expect(labelOf(proposal)).toBe('Sign 2 steps')
})

test('does not call several transactions simulated, because each is simulated alone', async () => {
  const chain = setUp()
  const proposal = await shown(chain, [chain.transaction([pay]), chain.transaction([send(1n)])])
  expect(proposal.kind).toBe('unknown')
  expect(labelOf(proposal)).toBe('Sign 2 steps')
})

/** An extension of a Token-2022 mint: its type, its length and its value. */
const extension = (type: number, value: Uint8Array): Uint8Array<ArrayBuffer> => bytesOf(type, 0, value.length, 0, value)
const none = new Uint8Array(32)
const feeConfig = bytesOf(none, none, 0n, 0n, 1_000_000_000n, 100, 0, 0n, 1_000_000_000n, 100, 0)

test.each([
  [
    'a fee of each transfer',
    extension(1, feeConfig),
    extension(2, bytesOf(0n)),
    'This token keeps a fee',
    'It keeps 1 % of each transfer of USD.',
  ],
  [
    'somebody who may always take it',
    extension(12, thief.toBytes()),
    new Uint8Array(),
    'Somebody can take this token',
    `${short(thief)} can move all USD at any time.`,
  ],
  [
    'a program that runs with each transfer',
    extension(14, bytesOf(none, thief)),
    extension(15, bytesOf(0)),
    'This token runs a program',
    `${short(thief)} runs with each transfer of USD.`,
  ],
])('says that a token of Token-2022 has %s', async (_what, extensions, ofAccount, title, text) => {
  const chain = setUp(token2022, extensions, ofAccount)
  const { facts } = await show(chain, [send(5_000_000n, token2022)])
  expect(facts.notices).toContainEqual({ tone: 'warn', title, text })
})

test('a program that cannot be decoded makes the request unknown, whatever else the transaction does', async () => {
  const proposal = await show(setUp(), [pay, instruction(person(40), bytesOf(1), [me, true])])
  expect(proposal).toMatchObject({ kind: 'unknown', facts: { isDanger: true } })
  expect(labelOf(proposal)).toBe('Sign 2 steps')
})

/** The friend pays tokens to the visitor, and signs after the visitor. So the friend's signature is missing. */
const receive = (amount: bigint) => {
  const made = instruction(tokenProgram, bytesOf(3, amount), [theirs, true], [own, true], [friend, false])
  const keys = made.keys.map((key) => ({ ...key, isSigner: key.pubkey.equals(friend) }))
  return Object.assign(made, { keys })
}
const payMore = SystemProgram.transfer({ fromPubkey: me, toPubkey: friend, lamports: 1_500_000_001 })

test.each([
  ['asks again', 'more leaves the account', [pay], [payMore], true],
  ['does not ask again', 'less leaves the account', [payMore], [pay], false],
  ['asks again', 'the account gets over 0.5 % less', [receive(10_000n)], [receive(9_949n)], true],
  ['does not ask again', 'the account gets 0.5 % less', [receive(10_000n)], [receive(9_950n)], false],
  ['asks again', 'somebody may take its tokens', [send(1n)], [send(1n), approve(thief, 9n)], true],
  ['asks again', 'somebody else may close its token account', [send(1n)], [send(1n), setAuthority(3, thief)], true],
  ['asks again', 'its token account gets another owner', [send(1n)], [send(1n), setAuthority(2, thief)], true],
])('%s if, at the click, %s', async (_answer, _what, first, later, isWorse) => {
  const chain = setUp()
  chain.setToken(theirs, mint, { owner: friend, amount: 50_000n })
  const { ask, card, cards } = createRpcWallet(chain.node, { listed })
  const asked = ask('solana_signTransaction', { transaction: chain.transaction(first) }, 'solana:local')
  const { approve: click } = await card(0)
  const simulate = chain.methods.simulateTransaction as (text: string, options: object) => unknown
  // A program may do something else later, so the same bytes have the effects of other instructions now.
  chain.methods.simulateTransaction = (_text: string, options: object) => simulate(chain.transaction(later), options)
  vi.setSystemTime(Date.now() + 13_000)
  try {
    click()
    await Promise.race([asked, card(1)])
    expect(cards[1]?.frozen.proposal.facts.notices[0]?.title).toBe(isWorse ? 'This changed. Look again' : undefined)
    cards[1]?.refuse()
    await (isWorse ? expect(asked).rejects.toMatchObject({ number: 4001 }) : asked)
  } finally {
    vi.useRealTimers()
  }
})

const memo = (text: string) =>
  instruction('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', new TextEncoder().encode(text), [me, false])
const burn = (amount: bigint) => instruction(tokenProgram, bytesOf(8, amount), [own, true], [mint, true], [me, false])
const unknownProgram = (...writable: PublicKey[]) =>
  instruction(person(40), bytesOf(1), [me, true], ...writable.map((key): [PublicKey, boolean] => [key, true]))

test('names a note alone by its text, and promises no change', async () => {
  const proposal = await show(setUp(), [memo('Order 7')])
  expect(labelOf(proposal)).toBe('Note: Order 7')
  expect(proposal).toMatchObject({ kind: 'transfer', facts: { changes: [], steps: [], notices: [], isDanger: false } })
  expect(proposal.facts.changesTitle).toBe('After this, in your wallet')
  expect(proposal.facts.rows).toEqual([
    { label: 'Account', value: me.toBase58(), isAddress: true, isDetail: true },
    { label: 'Network', value: 'Solana', isAddress: false, isDetail: true },
  ])
})

test('names a program that cannot be decoded in its step and in its warning', async () => {
  const chain = setUp()
  chain.simulateAs(() => {})
  const { facts } = await show(chain, [pay, unknownProgram(), unknownProgram()])
  const program = short(person(40))
  expect(facts.steps.slice(1)).toEqual(Array(2).fill(`Call ${program}, could not decode`))
  expect(facts.notices).toMatchObject([{ tone: 'danger', text: expect.stringContaining(program) }])
})

test('shows tokens that arrive with a plus', async () => {
  const chain = setUp()
  chain.setToken(theirs, mint, { owner: friend, amount: 9_000_000n })
  const { facts } = await show(chain, [receive(9_000_000n)])
  expect(facts.changes).toMatchObject([{ direction: 'in', name: 'US Dollar', amount: '+9 USD' }])
})

test('shows tokens that a program gives as an estimate, with six digits', async () => {
  const chain = setUp()
  chain.simulateAs(() => {
    chain.setAccount(me, 4_999_995_000n)
    chain.setToken(own, mint, { amount: 1_284_567_890n })
  })
  const { facts } = await show(chain, [unknownProgram(own)])
  expect(facts.changes).toMatchObject([{ direction: 'in', name: 'US Dollar', amount: 'about +1,234.56 USD' }])
})

test.each<[string, (chain: Chain) => void]>([
  ['more coins leave', (chain) => chain.setAccount(me, 3_499_994_999n)],
  ['fewer coins leave', (chain) => chain.setAccount(me, 3_499_995_001n)],
  [
    'tokens leave too',
    (chain) => {
      chain.setAccount(me, 3_499_995_000n)
      chain.setToken(own, mint, { amount: 49_999_999n })
    },
  ],
])('names no payment in the label if %s', async (_what, change) => {
  const chain = setUp()
  chain.simulateAs(() => change(chain))
  const made = SystemProgram.transfer({ fromPubkey: me, toPubkey: friend, lamports: 1_500_000_000 })
  // The account of the tokens belongs to the transaction, so that the simulation may change it.
  made.keys.push({ pubkey: own, isSigner: false, isWritable: true })
  expect(labelOf(await show(chain, [made]))).toBe('Sign')
})

test('warns of what leaves beyond the claims of the instructions', async () => {
  const hidden = async (instructions: TransactionInstruction[], left: bigint) => {
    const chain = setUp()
    chain.simulateAs(() => {
      chain.setAccount(me, 4_999_995_000n)
      chain.setToken(own, mint, { amount: left })
    })
    const { facts } = await show(chain, instructions)
    return facts.notices.filter(({ title }) => title === 'It does more than it says').map(({ text }) => text)
  }
  expect(await hidden([unknownProgram(own)], 45_000_000n)).toEqual(['It also takes: 5 USD.'])
  expect(await hidden([send(5_000_000n)], 45_000_000n)).toEqual([])
  expect(await hidden([send(4_000_000n)], 45_000_000n)).toEqual(['It also takes: 1 USD.'])
  expect(await hidden([send(2_000_000n), send(3_000_000n)], 45_000_000n)).toEqual([])
  expect(await hidden([send(6_000_000n)], 45_000_000n)).toEqual([])
  expect(await hidden([unknownProgram(own)], 55_000_000n)).toEqual([])
})

test('does not call burned tokens hidden, since the step names them', async () => {
  const proposal = await show(setUp(), [burn(5_000_000n)])
  expect(proposal.facts.steps).toEqual(['Burn tokens'])
  expect(proposal.facts.changes).toMatchObject([{ direction: 'out', amount: '−5 USD' }])
  expect(titlesOf(proposal)).toEqual([])
})

test('shows an amount in base units if nobody knows the decimals of its token', async () => {
  const chain = setUp()
  chain.methods.getMultipleAccounts = (keys: string[]) => ({ value: keys.map(() => null) })
  const old = instruction(tokenProgram, bytesOf(3, 5_000_000n), [own, true], [theirs, true], [me, false])
  const { facts } = await show(chain, [pay, old])
  expect(facts.steps[1]).toBe(`Send 5000000 base units of unknown token ${short(mint)} to ${short(friend)}`)
})
