import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { type Address, type Hex, hashTypedData, isAddress, type TypedDataDefinition } from 'viem'
import { escapeHidden } from '../revealText.ts'
import { readStruct, type TypedStruct } from './struct.ts'
import { readTypes, type StructTypes, typeTextOf } from './types.ts'

/**
 * EIP-712 data as it is signed. Members that the types do not name are not part of the digest, so they are missing here
 * too. Integers are bigint, addresses have their checksum, bytes are lower-case hex.
 */
export type SignedData = {
  digest: Hex
  primaryType: string
  /** The type of the message as EIP-712 hashes it: its name, its members in order, and the types that it refers to. */
  typeText: string
  message: TypedStruct
  domain: SignedDomain
  types: StructTypes
  /** Addresses whose upper and lower case letters are not their checksum (ERC-55). */
  mistyped: readonly Address[]
  /** The signed data as JSON. */
  json: string
}

/** The members of the domain that its type names. The others are not signed. */
export type SignedDomain = {
  typeText: string
  name?: string
  version?: string
  chainId?: bigint
  verifyingContract?: Address
  salt?: Hex
  all: TypedStruct
}

const domainType = 'EIP712Domain'
/**
 * The members of the domain that EIP-712 defines. The domain of a request without a domain type has those that it
 * gives.
 */
const standardMembers = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** Reads the params of `eth_signTypedData_v4`. Throws INVALID_PARAMS for data that EIP-712 cannot encode. */
export const readSignedData = (raw: unknown): SignedData => {
  try {
    return read(typeof raw === 'string' ? JSON.parse(raw) : raw)
  } catch (cause) {
    throw new AppError(commonErrors.INVALID_PARAMS, { cause })
  }
}

const read = (raw: unknown): SignedData => {
  const { types: rawTypes, primaryType, domain: rawDomain = {}, message: rawMessage } = asObject(raw)
  if (typeof primaryType !== 'string' || primaryType === domainType) throw new Error('primary type')
  const given = asObject(rawTypes)
  const named = Object.hasOwn(given, domainType)
    ? given
    : { ...given, [domainType]: standardMembers.filter(({ name }) => Object.hasOwn(asObject(rawDomain), name)) }
  const types = readTypes(named, primaryType)
  const mistyped = new Set<Address>()
  const note = (address: Address): void => void mistyped.add(address)
  const all = readStruct(rawDomain, domainType, types, note)
  const message = readStruct(rawMessage, primaryType, types, note)
  const signed = { types: Object.fromEntries(types), primaryType, domain: all, message }
  return {
    digest: hashTypedData(signed as TypedDataDefinition),
    primaryType,
    typeText: typeTextOf(primaryType, types),
    message,
    domain: { typeText: typeTextOf(domainType, types), ...standardDomain(all), all },
    types,
    mistyped: [...mistyped],
    json: escapeHidden(JSON.stringify(signed, (_key, value) => (typeof value === 'bigint' ? String(value) : value), 1)),
  }
}

/** A member of the domain counts only with the type that EIP-712 gives it. */
const standardDomain = ({ name, version, chainId, verifyingContract, salt }: TypedStruct) => ({
  ...(typeof name === 'string' && { name }),
  ...(typeof version === 'string' && { version }),
  ...(typeof chainId === 'bigint' && { chainId }),
  ...(typeof verifyingContract === 'string' && isAddress(verifyingContract) && { verifyingContract }),
  ...(typeof salt === 'string' && /^0x[0-9a-f]{64}$/.test(salt) && { salt: salt as Hex }),
})

const asObject = (value: unknown): { readonly [name: string]: unknown } => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object')
  return value as { readonly [name: string]: unknown }
}
