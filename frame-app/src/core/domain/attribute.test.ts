import { expect, test } from 'vitest'
import { readAttribute } from './attribute.ts'

test.each([
  ['theme', 'dark', 'dark'],
  ['debug', '', true],
  ['debug', 'false', false],
  ['legalCheckbox', 'true', true],
  ['radius', '12', 12],
  ['accent', '#0f5c66', '#0f5c66'],
  ['font', 'Inter, sans-serif', 'Inter, sans-serif'],
  ['networks', 'eip155:1, eip155:8453', ['eip155:1', 'eip155:8453']],
  ['featuredWalletIds', 'a b', ['a', 'b']],
  ['connectorTypeOrder', 'injected,featured', ['injected', 'featured']],
  ['customWallets', '[{"id":"a","name":"A"}]', [{ id: 'a', name: 'A' }]],
  ['networks', ['eip155:1'], ['eip155:1']],
  ['radius', 8, 8],
])('parses the attribute %s with the value %j as %j', (name, value, expected) => {
  expect(readAttribute([name, value])).toEqual([name, expected])
})
