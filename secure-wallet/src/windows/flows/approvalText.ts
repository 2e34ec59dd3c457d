import * as v from 'valibot'
import { type FrozenProposal, freezeProposal, type Proposal } from '../../approval/proposal.ts'

/** A proposal for the window. `madeAt`: when the wallet last saw that its estimate still holds, in ms since 1970. */
const schema = v.strictObject({ proposal: v.string(), madeAt: v.optional(v.number()) })

export const approvalText = ({ text }: FrozenProposal, madeAt?: number): string =>
  JSON.stringify({ proposal: text, madeAt } satisfies v.InferInput<typeof schema>)

export const readApprovalText = (text: string): { frozen: FrozenProposal; madeAt: number | undefined } => {
  const { proposal, madeAt } = v.parse(schema, JSON.parse(text))
  return { frozen: freezeProposal(JSON.parse(proposal) as Proposal), madeAt }
}
