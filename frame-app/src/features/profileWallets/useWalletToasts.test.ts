import { expect, test } from 'vitest'
import { classifyConnection } from './useWalletToasts.ts'

const live = { eip155: 'io.harbor', solana: 'solana:Osprey' }

test.each([
  ['a first wallet', 'eip155', 'io.harbor', { live: {}, last: {} }, null],
  ['one beside others', 'bip122', 'bip122:Tern', { live, last: live }, 'added'],
  ['one that was dead', 'bip122', 'bip122:Tern', { live, last: { bip122: 'bip122:Tern' } }, null],
  ['another one than the dead', 'bip122', 'bip122:Tern', { live, last: { bip122: 'bip122:Sturgeon' } }, 'added'],
  ['another one in its place', 'solana', 'solana:Merlin', { live, last: live }, 'replaced'],
  ['the same again', 'solana', 'solana:Osprey', { live, last: live }, null],
] as const)('%s', (_name, namespace, now, before, expected) => {
  expect(classifyConnection(namespace, now, before)).toBe(expected)
})
