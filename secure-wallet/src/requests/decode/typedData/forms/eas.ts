import type { Address, Hex } from 'viem'
import { domainTypes, type Fact, type TypedDataForm } from '../form.ts'

type Attestation = { schema: Hex; recipient: Address; data: Hex; value?: bigint }
const statement = 'bytes32 schema,address recipient'
const rest = 'uint64 expirationTime,bool revocable,bytes32 refUID,bytes data'

const read: TypedDataForm['read'] = ({ schema, recipient, data, value = 0n }: Attestation) => {
  // A value would be paid with the attestation, and the signature does not say by whom.
  if (value > 0n) return null
  const facts: Fact[] = [
    { label: 'recipient', value: recipient, isAddress: true },
    { label: 'scope', value: schema },
    { label: 'content', value: data },
  ]
  return { deed: 'statement', what: 'attest', protocol: 'EAS', facts }
}

/** An attestation that someone else stores on the chain in the account's name. */
export const easAttestation: TypedDataForm = {
  types: [
    `Attest(${statement},${rest},uint256 nonce)`,
    `Attest(${statement},${rest},uint256 value,uint256 nonce,uint64 deadline)`,
    `Attest(address attester,${statement},${rest},uint256 value,uint256 nonce,uint64 deadline)`,
  ],
  domain: { types: [domainTypes.whole], names: ['EAS'] },
  read,
}

const offchain = `${statement},uint64 time,${rest}`

export const easOffchainAttestation: TypedDataForm = {
  types: [
    `Attestation(${offchain})`,
    `Attest(${offchain})`,
    `Attest(uint16 version,${offchain})`,
    `Attest(uint16 version,${offchain},bytes32 salt)`,
  ],
  domain: { types: [domainTypes.whole], names: ['EAS Attestation', 'EAS'] },
  read,
}

export const easRevocation: TypedDataForm = {
  types: [
    'Revoke(bytes32 schema,bytes32 uid,uint256 nonce)',
    'Revoke(bytes32 schema,bytes32 uid,uint256 value,uint256 nonce,uint64 deadline)',
    'Revoke(address revoker,bytes32 schema,bytes32 uid,uint256 value,uint256 nonce,uint64 deadline)',
  ],
  domain: { types: [domainTypes.whole], names: ['EAS'] },
  read: ({ uid }: { uid: Hex }) => ({
    deed: 'statement',
    what: 'revokeAttestation',
    protocol: 'EAS',
    facts: [{ label: 'proposal', value: uid }],
  }),
}
