import { type Address, isAddressEqual } from 'viem'
import { domainTypes, type TypedDataForm, type Understood } from '../form.ts'

const manage = (protocol: string, manager: Address, isAllowed: boolean, until: bigint): Understood => ({
  deed: isAllowed ? 'rights' : 'endRights',
  power: 'act',
  protocol,
  facts: [
    { label: 'agent', value: manager, isAddress: true },
    { label: 'useBefore', value: until },
  ],
})

type CompoundManager = { owner: Address; manager: Address; isAllowed: boolean; expiry: bigint }

/** A manager withdraws and borrows in the account's name at one market of Compound. */
export const compoundManager: TypedDataForm = {
  types: ['Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)'],
  domain: { types: [domainTypes.whole] },
  read: ({ owner, manager, isAllowed, expiry }: CompoundManager, { account }) =>
    isAddressEqual(owner, account) ? manage('Compound', manager, isAllowed, expiry) : null,
}

type MorphoManager = { authorizer: Address; authorized: Address; isAuthorized: boolean; deadline: bigint }

export const morphoManager: TypedDataForm = {
  types: ['Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)'],
  domain: { types: [domainTypes.contract], contracts: ['0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb'] },
  read: ({ authorizer, authorized, isAuthorized, deadline }: MorphoManager, { account }) =>
    isAddressEqual(authorizer, account) ? manage('Morpho', authorized, isAuthorized, deadline) : null,
}

type AaveCredit = { delegatee: Address; value: bigint; deadline: bigint }

/** The delegatee borrows from Aave, and the account owes it. The amount is in units of the borrowed token. */
export const aaveCredit: TypedDataForm = {
  types: ['DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)'],
  domain: { types: [domainTypes.whole] },
  read: ({ delegatee, value, deadline }: AaveCredit) => ({
    deed: 'rights',
    power: 'borrow',
    protocol: 'Aave',
    facts: [
      { label: 'delegate', value: delegatee, isAddress: true },
      { label: 'amount', value: String(value) },
      { label: 'useBefore', value: deadline },
    ],
  }),
}

type Delegation = { delegatee: Address; expiry: bigint }

/** ERC-5805: the delegatee votes with the account's tokens, which stay with the account. */
export const voteDelegation: TypedDataForm = {
  types: ['Delegation(address delegatee,uint256 nonce,uint256 expiry)'],
  domain: { types: [domainTypes.whole, domainTypes.noVersion] },
  read: ({ delegatee, expiry }: Delegation) => ({
    deed: 'rights',
    power: 'vote',
    protocol: '',
    facts: [
      { label: 'delegate', value: delegatee, isAddress: true },
      { label: 'useBefore', value: expiry },
    ],
  }),
}
