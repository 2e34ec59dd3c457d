import { SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { bytesOf, instruction, me, person, token2022, tokenProgram } from '../../../../test/solanaChain.ts'
import { decodeInstruction } from './instructions.ts'

const [base, account, other, program] = [1, 2, 3, 4].map(person) as [typeof me, typeof me, typeof me, typeof me]
const seeded = { basePubkey: base, seed: 'my seed', programId: program }
const [accountText, otherText, programText] = [account, other, program].map((key) => key.toBase58())
const accountProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

const decode = ({ programId, data, keys }: TransactionInstruction) =>
  decodeInstruction(
    { program: programId.toBase58(), data: Uint8Array.from(data), accounts: keys.map((_, index) => index) },
    keys.map(({ pubkey }) => pubkey.toBase58()),
  )

const [opening] = SystemProgram.createNonceAccount({
  ...{ fromPubkey: me, noncePubkey: account, authorizedPubkey: other, lamports: 5 },
}).instructions.slice(1)

test.each<[string, TransactionInstruction, object]>([
  [
    'opens an account',
    SystemProgram.createAccount({
      fromPubkey: me,
      newAccountPubkey: account,
      lamports: 7,
      space: 9,
      programId: program,
    }),
    { kind: 'create', account: accountText, lamports: 7n, owner: programText },
  ],
  [
    'opens an account of a seed',
    SystemProgram.createAccountWithSeed({
      fromPubkey: me,
      newAccountPubkey: account,
      lamports: 7,
      space: 9,
      ...seeded,
    }),
    { kind: 'create', account: accountText, lamports: 7n, owner: programText },
  ],
  [
    'gives an account to a program',
    SystemProgram.assign({ accountPubkey: account, programId: program }),
    { kind: 'control', name: 'assign', account: accountText, to: programText },
  ],
  [
    'gives an account of a seed to a program',
    SystemProgram.assign({ accountPubkey: account, ...seeded }),
    { kind: 'control', name: 'assign', account: accountText, to: programText },
  ],
  [
    'sets the size of an account',
    SystemProgram.allocate({ accountPubkey: account, space: 9 }),
    { kind: 'known', name: 'allocate' },
  ],
  [
    'sets the size of an account of a seed, which also gives it to a program',
    SystemProgram.allocate({ accountPubkey: account, space: 9, ...seeded }),
    { kind: 'control', name: 'assign', account: accountText, to: programText },
  ],
  [
    'sends coins of an account of a seed',
    SystemProgram.transfer({ fromPubkey: account, toPubkey: other, lamports: 7, ...seeded }),
    { kind: 'transfer', mint: null, amount: 7n, from: accountText, to: otherText, decimals: 9 },
  ],
  ['opens a durable nonce', opening as TransactionInstruction, { kind: 'known', name: 'openNonce' }],
  [
    'takes coins out of a durable nonce',
    SystemProgram.nonceWithdraw({ noncePubkey: account, authorizedPubkey: me, toPubkey: other, lamports: 7 }),
    { kind: 'transfer', mint: null, amount: 7n, from: accountText, to: otherText, decimals: 9 },
  ],
  [
    'hands over a durable nonce',
    SystemProgram.nonceAuthorize({ noncePubkey: account, authorizedPubkey: me, newAuthorizedPubkey: other }),
    { kind: 'control', name: 'handOverNonce', account: accountText, to: otherText },
  ],
  ...([tokenProgram, token2022] as const).flatMap((tokens): [string, TransactionInstruction, object][] => [
    ...(['changeMinter', 'changeFreezer', 'changeOwner', 'changeCloser'] as const).flatMap(
      (name, kind): [string, TransactionInstruction, object][] => [
        [
          `${name}: gives the authority to somebody, in program ${tokens}`,
          instruction(tokens, bytesOf(6, kind, 1, other), [account, true], [me, false]),
          { kind: 'control', name, account: accountText, to: otherText },
        ],
        [
          `${name}: gives the authority up, in program ${tokens}`,
          instruction(tokens, bytesOf(6, kind, 0), [account, true], [me, false]),
          { kind: 'control', name, account: accountText, to: null },
        ],
      ],
    ),
    [
      'gives an authority that the wallet does not know',
      instruction(tokens, bytesOf(6, 9, 1, other), [account, true], [me, false]),
      { kind: 'control', name: 'changeAuthority', account: accountText, to: otherText },
    ],
    [
      'closes a token account',
      instruction(tokens, bytesOf(9), [account, true], [other, true], [me, false]),
      { kind: 'control', name: 'closeAccount', account: accountText, to: otherText },
    ],
    ...[1, 16, 18, 22].map((first): [string, TransactionInstruction, object] => [
      `opens a token account by instruction ${first}`,
      instruction(tokens, bytesOf(first, other), [account, true], [base, false]),
      { kind: 'known', name: 'openAccount' },
    ]),
    ['freezes an account', instruction(tokens, bytesOf(10), [account, true]), { kind: 'known', name: 'freeze' }],
    ['thaws an account', instruction(tokens, bytesOf(11), [account, true]), { kind: 'known', name: 'freeze' }],
  ]),
  ...[bytesOf(), bytesOf(0), bytesOf(1)].map((data): [string, TransactionInstruction, object] => [
    `opens a token account of a wallet by ${data.length} bytes of data`,
    instruction(accountProgram, data, [me, true], [account, true]),
    { kind: 'known', name: 'openAccount' },
  ]),
  [
    'closes a nested token account of a wallet',
    instruction(accountProgram, bytesOf(2), [account, true], [base, false], [other, true], [me, true]),
    { kind: 'control', name: 'closeAccount', account: accountText, to: otherText },
  ],
])('decodes an instruction that %s', (_what, made, action) => {
  expect(decode(made)).toEqual(action)
})

test('an instruction with too few bytes or accounts is unknown', () => {
  const assign = SystemProgram.assign({ accountPubkey: account, programId: program })
  const unknown = { kind: 'unknown', program: assign.programId.toBase58() }
  expect(decode(instruction(assign.programId, Uint8Array.from(assign.data.subarray(0, 3)), [me, true]))).toEqual(
    unknown,
  )
  expect(decode(instruction(assign.programId, Uint8Array.from(assign.data)))).toEqual(unknown)
  expect(decode(instruction(assign.programId, bytesOf(12, 0, 0, 0), [me, true]))).toEqual(unknown)
})
