import { expect, test } from 'vitest'
import { network } from '../../../../test/bootstrap.ts'
import { proposalOf } from './proposal.ts'

const solana = {
  ...network(0, 'Solana'),
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
} as const

test('each kind of chain of the project is asked for, with its methods and events, and no other', () => {
  const proposal = proposalOf([network(1, 'Ethereum'), solana, network(10, 'OP Mainnet')])
  expect(Object.keys(proposal)).toEqual(['eip155', 'solana'])
  expect(proposal.eip155).toMatchObject({
    chains: ['eip155:1', 'eip155:10'],
    events: ['accountsChanged', 'chainChanged'],
  })
  expect(proposal.eip155?.methods).toHaveLength(24)
  expect(proposal.eip155?.methods).toEqual(expect.arrayContaining(['personal_sign', 'wallet_sendCalls', 'eth_sign']))
  expect(proposal.solana).toMatchObject({ chains: [solana.caipNetworkId] })
  expect(proposal.solana?.methods).toContain('solana_signAndSendTransaction')
})

test('one proposal leaves nothing in the next', () => {
  proposalOf([network(1, 'Ethereum')])
  expect(proposalOf([network(10, 'OP Mainnet')]).eip155?.chains).toEqual(['eip155:10'])
  expect(proposalOf([])).toEqual({})
})
