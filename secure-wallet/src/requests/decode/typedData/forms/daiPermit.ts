import { type Address, isAddressEqual, maxUint256 } from 'viem'
import { allowance, domainTypes, endOf, erc20, type TypedDataForm } from '../form.ts'

type DaiPermit = { holder: Address; spender: Address; expiry: bigint; allowed: boolean }

/** The permit of DAI, which is older than ERC-2612: all or nothing, and an expiry of zero never ends. */
export const daiPermit: TypedDataForm = {
  types: ['Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)'],
  domain: { types: [domainTypes.whole, domainTypes.noVersion] },
  read: ({ holder, spender, expiry, allowed }: DaiPermit, { account, domain: { verifyingContract } }) =>
    verifyingContract && isAddressEqual(holder, account)
      ? {
          deed: 'allow',
          actions: [allowance(erc20(verifyingContract), allowed ? maxUint256 : 0n, spender)],
          isOnce: false,
          useBefore: endOf(expiry),
        }
      : null,
}
