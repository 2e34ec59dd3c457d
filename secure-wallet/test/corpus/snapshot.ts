import { type CorpusRow, type Domain, me, permission, statement, stranger, typedRow } from './shape.ts'

/** Votes and profiles at Snapshot, by the types of `snapshot-labs/snapshot.js`. */
const snapshot: Domain = { name: 'snapshot', version: '0.1.4' }
const timestamp = 1_764_000_000
const vote = (author: string, proposal: string, choiceType: string, choice: unknown): [string, Domain, object] => [
  `Vote(${author} from,string space,uint64 timestamp,${proposal} proposal,${choiceType} choice,string reason,string app,string metadata)`,
  snapshot,
  {
    from: me,
    space: 'uniswapgovernance.eth',
    timestamp,
    proposal: `0x${'5a'.repeat(32)}`,
    choice,
    reason: 'I like it',
    app: 'snapshot',
    metadata: '{}',
  },
]
const proposalText = 'string type,string title,string body,string discussion,string[] choices'
const proposal = {
  ...{
    from: me,
    space: 'ens.eth',
    timestamp,
    type: 'basic',
    title: 'Fund the park',
    body: 'Long text',
    discussion: '',
    choices: ['For', 'Against'],
  },
  ...{ labels: [], start: 1, end: 2, snapshot: 3, plugins: '{}', privacy: '', app: 'snapshot' },
}
const voted = statement('Sign a vote')
const proposed = statement('Sign a proposal')
const followed = statement('Follow or leave a space')
export const snapshotRows: readonly CorpusRow[] = [
  typedRow('a vote for one choice', vote('address', 'bytes32', 'uint32', 1), voted),
  typedRow('a vote for one choice, of the newer client', vote('string', 'string', 'uint32', 1), voted),
  typedRow('a vote for several choices', vote('address', 'bytes32', 'uint32[]', [1, 3]), voted),
  typedRow('a vote by ranks', vote('string', 'bytes32', 'uint32[]', [2, 1]), voted),
  typedRow('a vote with weights', vote('address', 'string', 'string', '{"1":60,"2":40}'), voted),
  typedRow('a shielded vote', vote('string', 'string', 'string', '0xabcdef'), voted),
  typedRow(
    'a proposal',
    [
      `Proposal(address from,string space,uint64 timestamp,${proposalText},uint64 start,uint64 end,uint64 snapshot,string plugins,string app)`,
      snapshot,
      proposal,
    ],
    proposed,
  ),
  typedRow(
    'a proposal with labels',
    [
      `Proposal(string from,string space,uint64 timestamp,${proposalText},string[] labels,uint64 start,uint64 end,uint64 snapshot,string plugins,string privacy,string app)`,
      snapshot,
      proposal,
    ],
    proposed,
  ),
  typedRow(
    'the change of a proposal',
    [
      `UpdateProposal(string proposal,string from,string space,uint64 timestamp,${proposalText},string[] labels,string plugins,string privacy)`,
      snapshot,
      { ...proposal, proposal: '0x5a' },
    ],
    proposed,
  ),
  typedRow(
    'the end of a proposal',
    [
      'CancelProposal(string from,string space,uint64 timestamp,string proposal)',
      snapshot,
      { ...proposal, proposal: '0x5a' },
    ],
    proposed,
  ),
  typedRow(
    'a flag on a proposal',
    [
      'FlagProposal(address from,string space,string proposal,uint64 timestamp)',
      snapshot,
      { ...proposal, proposal: '0x5a' },
    ],
    proposed,
  ),
  typedRow(
    'a space to follow',
    [
      'Follow(address from,string network,string space,uint64 timestamp)',
      snapshot,
      { from: me, network: 's', space: 'ens.eth', timestamp },
    ],
    followed,
  ),
  typedRow(
    'a space to leave',
    ['Unfollow(address from,string space,uint64 timestamp)', snapshot, { from: me, space: 'ens.eth', timestamp }],
    followed,
  ),
  typedRow(
    'a space to hear of',
    ['Subscribe(address from,string space,uint64 timestamp)', snapshot, { from: me, space: 'ens.eth', timestamp }],
    followed,
  ),
  typedRow(
    'a profile',
    [
      'Profile(address from,uint64 timestamp,string profile)',
      snapshot,
      { from: me, timestamp, profile: '{"name":"Mara"}' },
    ],
    statement('Sign a profile'),
  ),
  typedRow(
    'a statement of a delegate',
    [
      'Statement(address from,uint64 timestamp,string space,string about,string statement,string discourse,string status,string network)',
      snapshot,
      {
        from: me,
        timestamp,
        space: 'ens.eth',
        about: 'me',
        statement: 'I vote',
        discourse: '',
        status: 'ACTIVE',
        network: 's',
      },
    ],
    statement('Sign a profile'),
  ),
  typedRow(
    'the settings of a space',
    [
      'Space(address from,string space,uint64 timestamp,string settings)',
      snapshot,
      { from: me, space: 'mara.eth', timestamp, settings: '{"admins":[]}' },
    ],
    permission('Change the settings of a space?'),
  ),
  typedRow(
    'the end of a space',
    ['DeleteSpace(address from,string space,uint64 timestamp)', snapshot, { from: me, space: 'mara.eth', timestamp }],
    permission('Change the settings of a space?'),
  ),
  typedRow(
    'an alias that votes for the account',
    ['Alias(address from,address alias,uint64 timestamp)', snapshot, { from: me, alias: stranger, timestamp }],
    permission('Let 0x91cE…3f10 act for you at Snapshot?'),
  ),
  typedRow(
    'an alias of the older client',
    ['Alias(address from,address alias)', snapshot, { from: me, alias: stranger }],
    permission('Let 0x91cE…3f10 act for you at Snapshot?'),
  ),
]
