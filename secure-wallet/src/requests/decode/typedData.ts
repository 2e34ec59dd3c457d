import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import {
  type Address,
  getAddress,
  type Hex,
  hashTypedData,
  isAddress,
  type TypedDataDefinition,
  validateTypedData,
} from 'viem'
import type { Asset, ClaimedAction } from './action.ts'
import { shownText } from './shownText.ts'

/** EIP-712 data: the parts that an approval card shows, and the digest that the wallet signs. */
export type TypedMessage = {
  digest: Hex
  primaryType: string
  domain: { name: string; chainId: bigint | null; verifyingContract: Address | null }
  /**
   * The rights over the account's assets that the signature gives to others. Empty unless the wallet knows the form of
   * the data.
   */
  actions: ClaimedAction[]
  /**
   * True if the wallet knows the form of the data, or if names of its fields or types suggest assets or permissions.
   */
  mayMoveAssets: boolean
  tree: TreeRow[]
}
type TreeRow = { depth: number; label: string; value: string | null }

type Fields = { readonly [name: string]: unknown }

const unlimitedFrom = 2n ** 95n
const rowLimit = 200

export const readTypedData = (raw: unknown): TypedMessage => {
  const data = parse(raw)
  let digest: Hex
  try {
    validateTypedData(data)
    digest = hashTypedData(data)
  } catch (cause) {
    throw new AppError(commonErrors.INVALID_PARAMS, { cause })
  }
  const { primaryType, types } = data
  const message = data.message as Fields
  const contract = data.domain?.verifyingContract
  const domain = {
    name: shownText(String(data.domain?.name ?? '')).text,
    chainId: data.domain?.chainId === undefined ? null : BigInt(data.domain.chainId),
    verifyingContract: contract && isAddress(contract) ? getAddress(contract) : null,
  }
  const actions = readActions(primaryType, message, domain.verifyingContract)
  return {
    digest,
    primaryType: shownText(primaryType).text,
    domain,
    actions,
    mayMoveAssets: actions.length > 0 || Object.values(types).some((fields) => fields?.some(isAboutAssets)),
    tree: growTree(message),
  }
}

/**
 * Reject fields of `message` that `types` does not name, because the card would show them although nobody signs them.
 */
const parse = (raw: unknown): TypedDataDefinition => {
  try {
    const data = (typeof raw === 'string' ? JSON.parse(raw) : raw) as Fields
    const { types, primaryType, domain, message } = data as Fields & { types: Fields; primaryType: string }
    const isWhole =
      isFields(types) &&
      isFields(domain) &&
      isFields(message) &&
      typeof primaryType === 'string' &&
      primaryType !== 'EIP712Domain'
    if (!isWhole || !signsAll(message, primaryType, types) || !Array.isArray(types[primaryType]))
      throw new Error('shape')
    return { types, primaryType, domain, message } as unknown as TypedDataDefinition
  } catch (cause) {
    throw new AppError(commonErrors.INVALID_PARAMS, { cause })
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Field = { name: string; type: string }
const signsAll = (value: unknown, type: string, types: Fields, depth = 0): boolean => {
  if (depth > 12) return false
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list) return Array.isArray(value) && value.every((each) => signsAll(each, list[1] ?? '', types, depth + 1))
  const fields = Object.hasOwn(types, type) ? (types[type] as Field[]) : undefined
  if (!fields) return !isFields(value)
  if (!isFields(value) || !Array.isArray(fields)) return false
  const named = new Map(fields.map((field) => [field.name, field.type]))
  return (
    named.size === fields.length &&
    Object.keys(value).length === fields.length &&
    Object.entries(value).every(([name, each]) => {
      const inner = named.get(name)
      return inner !== undefined && signsAll(each, inner, types, depth + 1)
    })
  )
}

const assetWords =
  /spender|operator|allow|approv|permit|amount|token|price|offer|consideration|order|transfer|payment|delegat|withdraw|nft|sell|maker|taker/i
const isAboutAssets = ({ name, type }: { name: string; type: string }): boolean =>
  assetWords.test(name) || assetWords.test(type)

const grant = (token: unknown, spender: unknown, amount: unknown, until: unknown): ClaimedAction[] => {
  const value = toBigint(amount)
  const asset = { kind: 'erc20', token: toAddress(token) } as const
  if (value === 0n) return [{ kind: 'revoke', asset, spender: toAddress(spender) }]
  return [
    {
      kind: 'allow',
      asset,
      amount: value,
      isUnlimited: value >= unlimitedFrom,
      spender: toAddress(spender),
      until: until === undefined ? null : toBigint(until),
    },
  ]
}

type Reader = (message: Fields, contract: Address | null) => ClaimedAction[]
const authorization: Reader = ({ from, to, value }, contract) => [
  {
    kind: 'transfer',
    asset: { kind: 'erc20', token: toAddress(contract) },
    amount: toBigint(value),
    from: toAddress(from),
    to: toAddress(to),
  },
]
const permitTransfer: Reader = ({ permitted, spender, deadline }) =>
  listOf(permitted).flatMap(({ token, amount }) => grant(token, spender, amount, deadline))
const permitDetails: Reader = ({ details, spender }) =>
  listOf(details).flatMap(({ token, amount, expiration }) => grant(token, spender, amount, expiration))
const order: Reader = ({ offerer, offer }) =>
  listOf(offer).map(({ token, identifierOrCriteria, startAmount, itemType }) => ({
    kind: 'transfer',
    asset: seaportAsset(toBigint(itemType), toAddress(token), toBigint(identifierOrCriteria)),
    amount: toBigint(startAmount),
    from: toAddress(offerer),
    // Anyone may fill a Seaport order, so the recipient is unknown.
    to: '0x0000000000000000000000000000000000000000',
  }))

/**
 * Known forms of typed data. A signature of such a form is enough for someone to take assets: ERC-2612 and DAI,
 * Permit2, ERC-3009, Seaport.
 */
const forms: { [primaryType: string]: Reader } = {
  Permit: ({ spender, value, deadline, allowed, expiry }, contract) =>
    allowed === undefined
      ? grant(contract, spender, value, deadline)
      : grant(contract, spender, allowed ? 2n ** 256n - 1n : 0n, expiry),
  PermitSingle: permitDetails,
  PermitBatch: permitDetails,
  PermitTransferFrom: permitTransfer,
  PermitBatchTransferFrom: permitTransfer,
  PermitWitnessTransferFrom: permitTransfer,
  PermitBatchWitnessTransferFrom: permitTransfer,
  TransferWithAuthorization: authorization,
  ReceiveWithAuthorization: authorization,
  OrderComponents: order,
}

const readActions = (primaryType: string, message: Fields, contract: Address | null): ClaimedAction[] => {
  if (!Object.hasOwn(forms, primaryType)) return []
  try {
    return forms[primaryType]?.(message, contract) ?? []
  } catch {
    // The data has a known primary type but other fields, so the card lists no action. If field names suggest assets,
    // `mayMoveAssets` still raises the risk class.
    return []
  }
}

const seaportAsset = (itemType: bigint, token: Address, id: bigint): Asset => {
  if (itemType === 0n) return { kind: 'native' }
  if (itemType === 1n) return { kind: 'erc20', token }
  return itemType === 2n || itemType === 4n ? { kind: 'erc721', token, id } : { kind: 'erc1155', token, id }
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value : [value as Fields])
const toBigint = (value: unknown): bigint => BigInt(value as string | number | bigint)
const toAddress = (value: unknown): Address => getAddress(String(value))

const growTree = (message: Fields): TreeRow[] => {
  const rows: TreeRow[] = []
  const add = (label: string, value: unknown, depth: number): void => {
    const shown = shownText(label).text
    if (typeof value !== 'object' || value === null) {
      rows.push({ depth, label: shown, value: shownText(String(value)).text })
      return
    }
    rows.push({ depth, label: shown, value: null })
    for (const [name, each] of Object.entries(value)) if (depth < 6) add(name, each, depth + 1)
  }
  for (const [name, value] of Object.entries(message)) add(name, value, 0)
  // The card lists this many rows at most. The part of the card that unfolds the raw data shows everything.
  return rows.slice(0, rowLimit)
}
