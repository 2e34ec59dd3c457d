import { base64 } from '@scure/base'
import type { PublicKey } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { solanaAddress } from '../../../test/rpcScope.ts'
import { bytesOf, createSolanaChain, instruction, me, person, tokenProgram } from '../../../test/solanaChain.ts'
import { readTransaction, type SolanaTransaction } from '../decode/solana/transaction.ts'
import { isWorseOnSolana, type SolanaEffects, trySolana } from './solana.ts'

type Chain = ReturnType<typeof createSolanaChain>
const [friend, thief, mint, own, theirs, nonce] = [10, 11, 12, 13, 14, 15].map(person) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
]
const [friendsAddress, thiefsAddress] = [friend.toBase58(), thief.toBase58()]
const fee = 5_000n
const lamports = 5_000_000_000n

const transactionOn = (chain: Chain, ...writable: PublicKey[]): SolanaTransaction => {
  const accounts = writable.map((key): [PublicKey, boolean] => [key, true])
  const text = chain.transaction([instruction(person(40), bytesOf(1), [me, true], ...accounts)])
  const transaction = readTransaction(base64.decode(text))
  if (!transaction) throw new Error('The transaction is not valid.')
  return transaction
}
const trialOf = (chain: Chain, transaction: SolanaTransaction) =>
  trySolana({ node: chain.node, chainId: 'solana:local' }, solanaAddress, transaction, fee)

/** The effects of a transaction of an unknown program, which may change any of the accounts. */
const effectsOf = async (set: (chain: Chain) => void, change: (chain: Chain) => void): Promise<SolanaEffects> => {
  const chain = createSolanaChain()
  set(chain)
  const transaction = transactionOn(chain, mint, own, theirs, nonce, friend)
  chain.simulateAs(() => {
    chain.setAccount(me, lamports - fee)
    change(chain)
  })
  const { simulation } = await trialOf(chain, transaction)
  if (simulation.status !== 'ok') throw new Error(`The simulation is ${simulation.status}.`)
  return simulation.effects
}
const none: SolanaEffects = { lamports: 0n, tokens: new Map(), rights: [], handedOver: [], receivers: [] }
const handedOver = (name: string, account: PublicKey, to: PublicKey | null) => ({
  handedOver: [{ name, account: account.toBase58(), to: to?.toBase58() ?? null }],
})
const tokensChange = (amount: bigint) => ({ tokens: new Map([[mint.toBase58(), amount]]) })

test.each<[string, (chain: Chain) => void, (chain: Chain) => void, object]>([
  ['nothing if only the fee leaves', () => {}, () => {}, {}],
  ['coins that leave', () => {}, (chain) => chain.setAccount(me, lamports - fee - 7n), { lamports: -7n }],
  ['coins that arrive', () => {}, (chain) => chain.setAccount(me, lamports - fee + 7n), { lamports: 7n }],
  [
    'who gets coins',
    (chain) => chain.setAccount(friend, 5n),
    (chain) => chain.setAccount(friend, 6n),
    { receivers: [friendsAddress] },
  ],
  [
    'no receiver where coins leave',
    (chain) => chain.setAccount(friend, 6n),
    (chain) => chain.setAccount(friend, 5n),
    {},
  ],
  [
    'tokens that leave, and the owner who gets them',
    (chain) => {
      chain.setToken(own, mint, { amount: 50n })
      chain.setToken(theirs, mint, { owner: friend, amount: 1n })
    },
    (chain) => {
      chain.setToken(own, mint, { amount: 20n })
      chain.setToken(theirs, mint, { owner: friend, amount: 31n })
    },
    { ...tokensChange(-30n), receivers: [friendsAddress] },
  ],
  [
    'tokens that arrive, and no other receiver',
    (chain) => chain.setToken(own, mint, { amount: 50n }),
    (chain) => chain.setToken(own, mint, { amount: 51n }),
    tokensChange(1n),
  ],
  [
    'tokens that arrive in a new account of the visitor',
    () => {},
    (chain) => chain.setToken(own, mint, { amount: 8n }),
    tokensChange(8n),
  ],
  [
    'no change of tokens that move between two accounts of the visitor',
    (chain) => {
      chain.setToken(own, mint, { amount: 50n })
      chain.setToken(theirs, mint)
    },
    (chain) => {
      chain.setToken(own, mint, { amount: 20n })
      chain.setToken(theirs, mint, { amount: 30n })
    },
    {},
  ],
  [
    'a new owner of a token account, and its tokens as lost',
    (chain) => chain.setToken(own, mint, { amount: 50n }),
    (chain) => chain.setToken(own, mint, { amount: 50n, owner: thief }),
    { ...tokensChange(-50n), ...handedOver('changeOwner', own, thief) },
  ],
  [
    'a new right to take tokens',
    (chain) => chain.setToken(own, mint, { amount: 50n }),
    (chain) => chain.setToken(own, mint, { amount: 50n, delegate: thief, allowed: 9n }),
    { rights: [{ account: own.toBase58(), mint: mint.toBase58(), spender: thiefsAddress, amount: 9n }] },
  ],
  [
    'a greater right to take tokens',
    (chain) => chain.setToken(own, mint, { delegate: thief, allowed: 8n }),
    (chain) => chain.setToken(own, mint, { delegate: thief, allowed: 9n }),
    { rights: [{ account: own.toBase58(), mint: mint.toBase58(), spender: thiefsAddress, amount: 9n }] },
  ],
  [
    'the same right for somebody else',
    (chain) => chain.setToken(own, mint, { delegate: friend, allowed: 9n }),
    (chain) => chain.setToken(own, mint, { delegate: thief, allowed: 9n }),
    { rights: [{ account: own.toBase58(), mint: mint.toBase58(), spender: thiefsAddress, amount: 9n }] },
  ],
  [
    'no right that was there before',
    (chain) => chain.setToken(own, mint, { delegate: thief, allowed: 9n }),
    (chain) => chain.setToken(own, mint, { delegate: thief, allowed: 9n }),
    {},
  ],
  [
    'no right of the visitor to the own tokens',
    (chain) => chain.setToken(own, mint),
    (chain) => chain.setToken(own, mint, { delegate: me, allowed: 9n }),
    {},
  ],
  [
    'no right to the tokens of others',
    (chain) => chain.setToken(theirs, mint, { owner: friend }),
    (chain) => chain.setToken(theirs, mint, { owner: friend, delegate: thief, allowed: 9n }),
    {},
  ],
  [
    'a new closer of a token account',
    (chain) => chain.setToken(own, mint),
    (chain) => chain.setToken(own, mint, { closer: thief }),
    handedOver('changeCloser', own, thief),
  ],
  [
    'no closer that was there before',
    (chain) => chain.setToken(own, mint, { closer: thief }),
    (chain) => chain.setToken(own, mint, { closer: thief }),
    {},
  ],
  [
    'no closer of the token account of others',
    (chain) => chain.setToken(theirs, mint, { owner: friend }),
    (chain) => chain.setToken(theirs, mint, { owner: friend, closer: thief }),
    {},
  ],
  [
    'no closer who is the visitor',
    (chain) => chain.setToken(own, mint),
    (chain) => chain.setToken(own, mint, { closer: me }),
    {},
  ],
  [
    'no closer that is taken away',
    (chain) => chain.setToken(own, mint, { closer: thief }),
    (chain) => chain.setToken(own, mint),
    {},
  ],
  [
    'a freeze of a token account',
    (chain) => chain.setToken(own, mint),
    (chain) => chain.setToken(own, mint, { isFrozen: true }),
    handedOver('freeze', own, null),
  ],
  [
    'no freeze that was there before',
    (chain) => chain.setToken(own, mint, { isFrozen: true }),
    (chain) => chain.setToken(own, mint, { isFrozen: true }),
    {},
  ],
  [
    'no freeze of the token account of others',
    (chain) => chain.setToken(theirs, mint, { owner: friend }),
    (chain) => chain.setToken(theirs, mint, { owner: friend, isFrozen: true }),
    {},
  ],
  [
    'another program that controls the account',
    () => {},
    (chain) => chain.setAccount(me, lamports - fee, thiefsAddress),
    handedOver('assign', me, thief),
  ],
  [
    'no other program of the account of others',
    (chain) => chain.setAccount(friend, 5n),
    (chain) => chain.setAccount(friend, 5n, thiefsAddress),
    {},
  ],
  [
    'another minter',
    (chain) => chain.setMint(mint, { minter: me }),
    (chain) => chain.setMint(mint, { minter: thief }),
    handedOver('changeMinter', mint, thief),
  ],
  [
    'the end of minting',
    (chain) => chain.setMint(mint, { minter: me }),
    (chain) => chain.setMint(mint),
    handedOver('changeMinter', mint, null),
  ],
  [
    'no other minter of the token of others',
    (chain) => chain.setMint(mint, { minter: friend }),
    (chain) => chain.setMint(mint, { minter: thief }),
    {},
  ],
  [
    'another freezer',
    (chain) => chain.setMint(mint, { freezer: me }),
    (chain) => chain.setMint(mint, { freezer: thief }),
    handedOver('changeFreezer', mint, thief),
  ],
  [
    'another authority of a durable nonce',
    (chain) => chain.setNonce(nonce),
    (chain) => chain.setNonce(nonce, thief),
    handedOver('handOverNonce', nonce, thief),
  ],
  [
    'a mint that becomes another kind of account',
    (chain) => chain.setMint(mint, { minter: me, freezer: me }),
    (chain) => chain.setAccount(mint, 5n, tokenProgram),
    {
      handedOver: [
        ...handedOver('changeMinter', mint, null).handedOver,
        ...handedOver('changeFreezer', mint, null).handedOver,
      ],
    },
  ],
])('finds %s', async (_what, set, change, found) => {
  expect(await effectsOf(set, change)).toEqual({ ...none, ...found })
})

test('is unknown if the node does not answer, or answers with other accounts', async () => {
  const chain = createSolanaChain()
  const transaction = transactionOn(chain, own)
  for (const value of [
    null,
    { err: null, accounts: [] },
    { err: null },
    { err: null, accounts: [null, { lamports: 1 }] },
  ]) {
    chain.methods.simulateTransaction = () => ({ value })
    expect((await trialOf(chain, transaction)).simulation).toEqual({ status: 'unknown' })
  }
  chain.simulateAs(() => {})
  chain.methods.getMultipleAccounts = () => ({ value: [] })
  expect((await trialOf(chain, transaction)).simulation).toEqual({ status: 'unknown' })
})

test('fails with the last line of the log, or with the error of a node without a log', async () => {
  const chain = createSolanaChain()
  const transaction = transactionOn(chain, own)
  for (const [logs, reason] of [
    [['first', 'last'], 'last'],
    [null, '"Broken"'],
    [[], '"Broken"'],
  ] as const) {
    chain.methods.simulateTransaction = () => ({ value: { err: 'Broken', logs, accounts: null } })
    expect((await trialOf(chain, transaction)).simulation).toEqual({ status: 'fails', reason })
  }
})

test('reads owners and tokens of token accounts, also of those that the transaction opens', async () => {
  const chain = createSolanaChain()
  chain.setMint(mint)
  chain.setToken(theirs, mint, { owner: friend })
  const transaction = transactionOn(chain, own, theirs)
  chain.simulateAs(() => chain.setToken(own, mint))
  const { owners, mintsOfAccounts, mints } = await trialOf(chain, transaction)
  expect(Object.fromEntries(owners)).toEqual({ [own.toBase58()]: solanaAddress, [theirs.toBase58()]: friendsAddress })
  expect([...mintsOfAccounts.values()]).toEqual([mint.toBase58(), mint.toBase58()])
  expect(mints.get(mint.toBase58())?.decimals).toBe(6)
})

test('a simulation that no longer succeeds is worse, and one that still fails is not', () => {
  const ok = { status: 'ok', effects: none } as const
  const failing = { status: 'fails', reason: 'a reason' } as const
  const unknown = { status: 'unknown' } as const
  expect(isWorseOnSolana(ok, failing)).toBe(true)
  expect(isWorseOnSolana(failing, ok)).toBe(true)
  expect(isWorseOnSolana(unknown, failing)).toBe(true)
  expect(isWorseOnSolana(failing, { ...failing, reason: 'another reason' })).toBe(false)
  expect(isWorseOnSolana(ok, ok)).toBe(false)
  expect(isWorseOnSolana(ok, { status: 'ok', effects: { ...none, receivers: [thiefsAddress] } })).toBe(true)
})
