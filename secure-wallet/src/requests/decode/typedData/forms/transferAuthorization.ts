import { type Address, isAddressEqual } from 'viem'
import { domainTypes, erc20, type TypedDataForm } from '../form.ts'

type Authorization = { from: Address; to: Address; value: bigint; validBefore: bigint }

const members = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

/** ERC-3009: a payment that anyone may send, or only its receiver. */
export const transferAuthorization: TypedDataForm = {
  types: [`TransferWithAuthorization(${members})`, `ReceiveWithAuthorization(${members})`],
  domain: { types: [domainTypes.whole, domainTypes.salted] },
  read: ({ from, to, value, validBefore }: Authorization, { account, domain: { verifyingContract } }) =>
    verifyingContract && isAddressEqual(from, account)
      ? {
          deed: 'pay',
          action: { kind: 'transfer', asset: erc20(verifyingContract), amount: value, from, to },
          useBefore: validBefore,
        }
      : null,
}

/** ERC-3009: makes a payment that nobody has sent yet invalid. */
export const cancelAuthorization: TypedDataForm = {
  types: ['CancelAuthorization(address authorizer,bytes32 nonce)'],
  domain: { types: [domainTypes.whole, domainTypes.salted] },
  read: ({ authorizer }: { authorizer: Address }, { account }) =>
    isAddressEqual(authorizer, account) ? { deed: 'statement', what: 'cancel', protocol: 'ERC-3009', facts: [] } : null,
}
