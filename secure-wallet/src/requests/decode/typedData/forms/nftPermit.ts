import type { Address } from 'viem'
import type { ClaimedAction } from '../../action.ts'
import { domainTypes, type TypedDataForm } from '../form.ts'

type NftPermit = { spender: Address; tokenId: bigint; deadline: bigint }
type PermitForAll = { operator: Address; approved: boolean; deadline: bigint }

/** ERC-4494, and the same permit of Uniswap's positions. */
export const nftPermit: TypedDataForm = {
  types: ['Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)'],
  domain: { types: [domainTypes.whole, domainTypes.noVersion] },
  read: ({ spender, tokenId, deadline }: NftPermit, { domain: { verifyingContract } }) => {
    if (!verifyingContract) return null
    const asset = { kind: 'erc721', token: verifyingContract, id: tokenId } as const
    const action: ClaimedAction = { kind: 'allow', asset, amount: 1n, isUnlimited: false, spender, until: null }
    return { deed: 'allow', actions: [action], isOnce: false, useBefore: deadline }
  },
}

/** Uniswap v4 lets an operator use every position of the account. */
export const nftPermitForAll: TypedDataForm = {
  types: ['PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)'],
  domain: { types: [domainTypes.whole, domainTypes.noVersion] },
  read: ({ operator: spender, approved, deadline }: PermitForAll, { domain: { verifyingContract } }) => {
    if (!verifyingContract) return null
    const asset = { kind: 'token', token: verifyingContract } as const
    const action: ClaimedAction = approved
      ? { kind: 'allow', asset, amount: null, isUnlimited: true, spender, until: null }
      : { kind: 'revoke', asset, spender }
    return { deed: 'allow', actions: [action], isOnce: false, useBefore: deadline }
  },
}
