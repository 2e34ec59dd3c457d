import { type CorpusRow, type Domain, friend, me, permission, statement, stranger, typedRow } from './shape.ts'

/**
 * Statements: governors of Compound and OpenZeppelin, EAS (`ethereum-attestation-service/eas-sdk`), and EIP-4361 as
 * typed data.
 */
const voted = statement('Sign a vote')

const governor = (name: string, contract: string, version?: string, chainId = 1): Domain => ({
  ...{ name, chainId, verifyingContract: contract },
  ...(version !== undefined && { version }),
})
const simple = 'Ballot(uint256 proposalId,uint8 support)'
const ballots: CorpusRow[] = [
  typedRow(
    'a vote at Uniswap',
    [
      simple,
      governor('Uniswap Governor Bravo', '0x408ED6354d4973f66138C91495F2f2FCbd8724C3'),
      { proposalId: 42, support: 1 },
    ],
    voted,
  ),
  typedRow(
    'a vote at ENS',
    [
      simple,
      governor('ENS Governor', '0x323A76393544d5ecca80cd6ef2A560C6a395b7E3', '1'),
      { proposalId: 42, support: 0 },
    ],
    voted,
  ),
  typedRow(
    'a vote at Hop',
    [
      simple,
      governor('HOP Governor', '0xed8Bdb5895B8B7f9Fdb3C087628FD8410E853D48', '1'),
      { proposalId: 42, support: 2 },
    ],
    voted,
  ),
  typedRow(
    'a vote at Arbitrum',
    [
      simple,
      governor('L2ArbitrumGovernor', '0xf07DeD9dC292157749B6Fd268E37DF6EA38395B9', '1', 42161),
      { proposalId: 42, support: 7 },
    ],
    voted,
  ),
  typedRow(
    'a vote at Gitcoin',
    [
      'Ballot(uint256 proposalId,bool support)',
      governor('GTC Governor Alpha', '0xDbD27635A534A3d3169Ef0498beB56Fb9c937489'),
      { proposalId: 42, support: true },
    ],
    voted,
  ),
  typedRow(
    'a vote at a governor of OpenZeppelin 5',
    [
      'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)',
      governor('MyGovernor', stranger, '1'),
      { proposalId: 42, support: 1, voter: me, nonce: 0 },
    ],
    voted,
  ),
  typedRow(
    'a vote with a reason',
    [
      'ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)',
      governor('MyGovernor', stranger, '1'),
      { proposalId: 42, support: 1, reason: 'yes', params: '0x' },
    ],
    voted,
  ),
  typedRow(
    'a vote with a reason at a governor of OpenZeppelin 5',
    [
      'ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)',
      governor('MyGovernor', stranger, '1'),
      { proposalId: 42, support: 1, voter: me, nonce: 0, reason: '', params: '0x' },
    ],
    voted,
  ),
]

const eas: Domain = {
  name: 'EAS',
  version: '1.3.0',
  chainId: 8453,
  verifyingContract: '0x4200000000000000000000000000000000000021',
}
const word = `0x${'5a'.repeat(32)}`
const attestation = {
  attester: me,
  schema: word,
  recipient: friend,
  time: 1,
  expirationTime: 0,
  revocable: true,
  refUID: word,
  data: '0x01',
  value: 0,
  nonce: 0,
  deadline: 0,
  version: 2,
  salt: word,
}
const statementMembers = 'bytes32 schema,address recipient'
const rest = 'uint64 expirationTime,bool revocable,bytes32 refUID,bytes data'
const attested = permission('Sign an attestation')
const attestations: CorpusRow[] = [
  ...[
    `Attest(${statementMembers},${rest},uint256 nonce)`,
    `Attest(${statementMembers},${rest},uint256 value,uint256 nonce,uint64 deadline)`,
    `Attest(address attester,${statementMembers},${rest},uint256 value,uint256 nonce,uint64 deadline)`,
  ].map((type, index) => typedRow(`an attestation of version ${index}`, [type, eas, attestation], attested)),
  ...[
    `Attestation(${statementMembers},uint64 time,${rest})`,
    `Attest(${statementMembers},uint64 time,${rest})`,
    `Attest(uint16 version,${statementMembers},uint64 time,${rest})`,
    `Attest(uint16 version,${statementMembers},uint64 time,${rest},bytes32 salt)`,
  ].map((type, index) =>
    typedRow(
      `an attestation off the chain, form ${index}`,
      [type, { ...eas, name: 'EAS Attestation' }, attestation],
      attested,
    ),
  ),
  ...[
    'Revoke(bytes32 schema,bytes32 uid,uint256 nonce)',
    'Revoke(bytes32 schema,bytes32 uid,uint256 value,uint256 nonce,uint64 deadline)',
    'Revoke(address revoker,bytes32 schema,bytes32 uid,uint256 value,uint256 nonce,uint64 deadline)',
  ].map((type, index) =>
    typedRow(
      `the end of an attestation of version ${index}`,
      [type, eas, { revoker: me, schema: word, uid: word, value: 0, nonce: 0, deadline: 0 }],
      permission('Take back an attestation'),
    ),
  ),
]

export const signInType =
  'SignIn(string domain,address address,string statement,string uri,string version,uint256 chainId,string nonce,string issuedAt)'
export const typedSignIn = (more: object = {}, type = signInType): [string, Domain, object] => [
  type,
  { name: 'Shop', version: '1', chainId: 1 },
  {
    ...{
      domain: 'shop.example',
      address: me,
      wallet: me,
      statement: 'Good morning',
      uri: 'https://shop.example/login',
      version: '1',
    },
    ...{ chainId: 1, nonce: 'abcdefgh12', issuedAt: '2026-11-21T09:40:00Z', ...more },
  },
]
const signedIn: CorpusRow['card'] = { title: 'Sign in to shop.example', kind: 'ownSignIn', effects: [] }
const signIns: CorpusRow[] = [
  typedRow('a typed sign-in', typedSignIn(), signedIn),
  typedRow(
    'a typed sign-in with text members',
    typedSignIn(
      { chainId: '1' },
      'Login(string domain,string wallet,string uri,string version,string chainId,string nonce,string issuedAt)',
    ),
    signedIn,
  ),
  typedRow(
    'a typed sign-in with every member',
    typedSignIn(
      {
        expirationTime: '2026-11-21T09:50:00Z',
        notBefore: '2026-11-21T09:41:00Z',
        requestId: '7',
        resources: ['ipfs://x'],
      },
      signInType.replace(')', ',string expirationTime,string notBefore,string requestId,string[] resources)'),
    ),
    signedIn,
  ),
  typedRow(
    "a typed sign-in for the site's API",
    typedSignIn({ uri: 'https://api.shop.example' }),
    statement('Sign a message'),
  ),
]

export const statements: readonly CorpusRow[] = [...ballots, ...attestations, ...signIns]
