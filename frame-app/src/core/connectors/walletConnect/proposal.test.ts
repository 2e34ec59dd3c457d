import { expect, test } from 'vitest'
import { sampleNetwork } from '../../../../test/bootstrap.ts'
import { proposalOf } from './proposal.ts'

const solana = {
  ...sampleNetwork(0, 'Solana'),
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
} as const

test("proposes exactly the project's namespaces with their methods and events", () => {
  const proposal = proposalOf([sampleNetwork(1, 'Ethereum'), solana, sampleNetwork(10, 'OP Mainnet')])
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

test('puts no networks of an earlier proposal into a later one', () => {
  proposalOf([sampleNetwork(1, 'Ethereum')])
  expect(proposalOf([sampleNetwork(10, 'OP Mainnet')]).eip155?.chains).toEqual(['eip155:10'])
  expect(proposalOf([])).toEqual({})
})
