import type { Address } from 'viem'
import { allowance, domainTypes, endOf, erc20, type TypedDataForm } from '../form.ts'

/** Permit2 has one address on almost every network, and another on zkSync. */
export const permit2Domain = {
  types: [domainTypes.noVersion],
  names: ['Permit2'],
  contracts: ['0x000000000022D473030F116dDEE9F6B43aC78BA3', '0x0000000000225e31D15943971F47aD3022F714Fa'],
} as const satisfies TypedDataForm['domain']

const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const transferMembers = 'address spender,uint256 nonce,uint256 deadline'

type Details = { token: Address; amount: bigint; expiration: bigint }
type Allowance = { details: Details | readonly Details[]; spender: Address; sigDeadline: bigint }

/** An allowance that Permit2 keeps. An expiration of zero ends it in the block that stores it. */
export const permit2Allowance: TypedDataForm = {
  types: [
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
  ],
  domain: permit2Domain,
  read: ({ details: given, spender, sigDeadline }: Allowance) => ({
    deed: 'allow',
    actions: [given]
      .flat()
      .map(({ token, amount, expiration }) => allowance(erc20(token), amount, spender, endsAt(expiration))),
    isOnce: false,
    useBefore: sigDeadline,
  }),
}

const endsAt = (expiration: bigint): bigint | null => (expiration === 0n ? 0n : endOf(expiration))

type Permissions = { token: Address; amount: bigint }
type Transfer = { permitted: Permissions | readonly Permissions[]; spender: Address; deadline: bigint }

/**
 * A transfer that the spender may take once. The spender chooses who gets it. A witness binds the signature to further
 * data of the spender, which changes nothing about the right.
 */
export const permit2Transfer: TypedDataForm = {
  types: [
    `PermitTransferFrom(TokenPermissions permitted,${transferMembers})${permissions}`,
    `PermitBatchTransferFrom(TokenPermissions[] permitted,${transferMembers})${permissions}`,
    witnessType('PermitWitnessTransferFrom(TokenPermissions permitted,'),
    witnessType('PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,'),
  ],
  domain: permit2Domain,
  read: ({ permitted, spender, deadline }: Transfer) => ({
    deed: 'allow',
    actions: [permitted].flat().map(({ token, amount }) => allowance(erc20(token), amount, spender, endOf(deadline))),
    isOnce: true,
    useBefore: null,
  }),
}

function witnessType(start: string): RegExp {
  const escaped = (text: string): string => text.replace(/[()[\]]/g, String.raw`\$&`)
  return new RegExp(
    `^${escaped(start)}${transferMembers},[\\w[\\]]+ [\\w$]+\\)(?:\\w+\\([^)]*\\))*${escaped(permissions)}(?:\\w+\\([^)]*\\))*$`,
  )
}
