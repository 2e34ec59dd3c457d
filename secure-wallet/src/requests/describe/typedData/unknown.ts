import { formatNotice } from '../../../approval/formatText.ts'
import type { ProposalFacts } from '../../../approval/proposal.ts'
import { revealText } from '../../decode/revealText.ts'
import type { SignedData } from '../../decode/typedData/signedData.ts'
import type { TypedValue } from '../../decode/typedData/struct.ts'
import { messages } from './messages.ts'
import type { Part, Subject } from './part.ts'

/** Typed data that fits no known form is treated like a call that could not be decoded. */
export const describeUnknown = ({ signed }: Subject): Part => ({
  kind: 'unknown',
  title: messages.titles.unknown,
  lead: '',
  notices: [formatNotice('danger', messages.notices.unknown)],
  rows: [],
  tree: growTree(signed),
  label: messages.labels.anyway,
})

const rowLimit = 200

/** The signed values, in the order of their types. The raw data shows those that have no place here. */
const growTree = ({ message, domain }: SignedData): ProposalFacts['tree'] => {
  const rows: ProposalFacts['tree'] = []
  const add = (label: string, value: TypedValue, depth: number): void => {
    if (rows.length > rowLimit) return
    if (rows.length === rowLimit) {
      rows.push({ depth: 0, label: '…', value: null })
      return
    }
    if (typeof value !== 'object') {
      rows.push({ depth, label, value: revealText(String(value)) })
      return
    }
    rows.push({ depth, label, value: null })
    for (const [name, each] of Object.entries(value)) add(name, each, depth + 1)
  }
  for (const [name, value] of Object.entries(message)) add(name, value, 0)
  // Members of the domain without a row of their own, because EIP-712 does not define them.
  for (const [name, value] of Object.entries(domain.all)) if (!(name in domain)) add(name, value, 0)
  return rows
}
