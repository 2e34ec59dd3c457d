import { type Address, isAddressEqual } from 'viem'
import { allowance, domainTypes, erc20, type TypedDataForm } from '../form.ts'

type Permit = { owner: Address; spender: Address; value: bigint; deadline: bigint }

/** ERC-2612. The token is the contract that checks the signature. The allowance stays after the deadline. */
export const permit: TypedDataForm = {
  types: ['Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'],
  domain: {
    types: [
      domainTypes.whole,
      domainTypes.noVersion,
      domainTypes.noChain,
      domainTypes.salted,
      domainTypes.wholeSalted,
      domainTypes.contract,
    ],
  },
  read: ({ owner, spender, value, deadline }: Permit, { account, domain: { verifyingContract } }) =>
    verifyingContract && isAddressEqual(owner, account)
      ? {
          deed: 'allow',
          actions: [allowance(erc20(verifyingContract), value, spender)],
          isOnce: false,
          useBefore: deadline,
        }
      : null,
}
