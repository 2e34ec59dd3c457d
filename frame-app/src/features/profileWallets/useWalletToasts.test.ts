import { expect, test } from 'vitest'
import { classifyConnection } from './useWalletToasts.ts'

const live = { eip155: 'io.harbor', solana: 'solana:Osprey' }

test.each([
  ['a first wallet', 'eip155', 'io.harbor', { live: {}, last: {} }, null],
  ['a wallet beside other wallets', 'bip122', 'bip122:Tern', { live, last: live }, 'added'],
  [
    'a wallet whose lost connection is restored',
    'bip122',
    'bip122:Tern',
    { live, last: { bip122: 'bip122:Tern' } },
    null,
  ],
  [
    'another wallet than the one whose connection was lost',
    'bip122',
    'bip122:Tern',
    { live, last: { bip122: 'bip122:Sturgeon' } },
    'added',
  ],
  ['another wallet in place of a connected one', 'solana', 'solana:Merlin', { live, last: live }, 'replaced'],
  ['the wallet that is connected already', 'solana', 'solana:Osprey', { live, last: live }, null],
] as const)('classifies a new connection of %s', (_name, namespace, now, before, expected) => {
  expect(classifyConnection(namespace, now, before)).toBe(expected)
})
