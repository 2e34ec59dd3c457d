import type { Hex } from 'viem'
import { domainTypes, type Fact, type TypedDataForm } from '../form.ts'

type Ballot = { proposalId: bigint; support: bigint | boolean; reason?: string; params?: Hex }

/** A vote at a governor contract, of Compound and of OpenZeppelin. */
export const ballot: TypedDataForm = {
  types: [
    'Ballot(uint256 proposalId,bool support)',
    'Ballot(uint256 proposalId,uint8 support)',
    'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)',
    'ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)',
    'ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)',
  ],
  domain: { types: [domainTypes.whole, domainTypes.noVersion] },
  read: ({ proposalId, support, reason, params = '0x' }: Ballot) => {
    // The meaning of params is up to the contract.
    if (params !== '0x') return null
    const facts: Fact[] = [
      { label: 'proposal', value: String(proposalId) },
      { label: 'choice', value: choices[Number(support)] ?? String(support) },
    ]
    if (reason) facts.push({ label: 'reason', value: reason })
    return { deed: 'statement', what: 'vote', protocol: '', facts }
  },
}

/** The numbers of the standard way to count votes. */
const choices = ['against', 'for', 'abstain'] as const
