import type { Address } from 'viem'
import { domainTypes, type Fact, type FactName, type StatementName, type TypedDataForm } from '../form.ts'

/** Snapshot counts votes off the chain, so its domain names neither a network nor a contract. */
const domain: TypedDataForm['domain'] = {
  types: [domainTypes.nameAndVersion],
  names: ['snapshot'],
  versions: ['0.1.4'],
}

type Members = Partial<
  Record<'space' | 'proposal' | 'title' | 'body' | 'reason' | 'settings' | 'profile' | 'statement', string>
> & {
  choice?: bigint | string | readonly bigint[]
}

/** The members that a card shows, in their order. */
const shown: readonly (readonly [keyof Members, FactName])[] = [
  ['space', 'space'],
  ['proposal', 'proposal'],
  ['choice', 'choice'],
  ['reason', 'reason'],
  ['title', 'name'],
  ['body', 'content'],
  ['settings', 'content'],
  ['profile', 'content'],
  ['statement', 'content'],
]

const form = (what: StatementName, types: readonly string[]): TypedDataForm => ({
  types,
  domain,
  read: (message: Members) => ({
    deed: 'statement',
    what,
    protocol: 'Snapshot',
    facts: shown.flatMap(([member, label]): Fact[] => {
      const value = message[member]
      return value === undefined || value === '' ? [] : [{ label, value: String(value) }]
    }),
  }),
})

const from = ['address from', 'string from']
const vote = (author: string, proposal: string, choice: string): string =>
  `Vote(${author},string space,uint64 timestamp,${proposal} proposal,${choice} choice,string reason,string app,string metadata)`

export const snapshotVote = form(
  'vote',
  from.flatMap((author) =>
    ['string', 'bytes32'].flatMap((proposal) =>
      ['uint32', 'uint32[]', 'string'].map((choice) => vote(author, proposal, choice)),
    ),
  ),
)

const proposalText = 'string type,string title,string body,string discussion,string[] choices'
export const snapshotProposal = form(
  'proposal',
  from.flatMap((author) => [
    `Proposal(${author},string space,uint64 timestamp,${proposalText},uint64 start,uint64 end,uint64 snapshot,string plugins,string app)`,
    `Proposal(${author},string space,uint64 timestamp,${proposalText},string[] labels,uint64 start,uint64 end,uint64 snapshot,string plugins,string app)`,
    `Proposal(${author},string space,uint64 timestamp,${proposalText},string[] labels,uint64 start,uint64 end,uint64 snapshot,string plugins,string privacy,string app)`,
    `UpdateProposal(string proposal,${author},string space,uint64 timestamp,${proposalText},string[] labels,string plugins,string privacy)`,
    `CancelProposal(${author},string space,uint64 timestamp,string proposal)`,
    `FlagProposal(${author},string space,string proposal,uint64 timestamp)`,
  ]),
)

export const snapshotFollow = form('follow', [
  'Follow(address from,string network,string space,uint64 timestamp)',
  'Follow(address from,string space,uint64 timestamp)',
  'Unfollow(address from,string network,string space,uint64 timestamp)',
  'Unfollow(address from,string space,uint64 timestamp)',
  'Subscribe(address from,string space,uint64 timestamp)',
  'Unsubscribe(address from,string space,uint64 timestamp)',
])

export const snapshotProfile = form('profile', [
  'Profile(address from,uint64 timestamp,string profile)',
  'Statement(address from,uint64 timestamp,string space,string about,string statement,string discourse,string status,string network)',
])

export const snapshotSpace = form('settings', [
  'Space(address from,string space,uint64 timestamp,string settings)',
  'DeleteSpace(address from,string space,uint64 timestamp)',
])

/** The alias signs votes in the account's name. */
export const snapshotAlias: TypedDataForm = {
  types: ['Alias(address from,address alias,uint64 timestamp)', 'Alias(address from,address alias)'],
  domain,
  read: ({ alias }: { alias: Address }) => ({
    deed: 'rights',
    power: 'act',
    protocol: 'Snapshot',
    facts: [{ label: 'agent', value: alias, isAddress: true }],
  }),
}
