import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { TypedDataForm } from '../form.ts'

/**
 * EIP-7702 hands the whole account to a contract. A site never gets such a signature, in no form: the wallet makes it
 * in its own flow only.
 */
export const accountDelegation: TypedDataForm = {
  types: [
    /^\w*(?:Authorization|Delegation|EIP7702\w*)\((?:u?int\d+|string) chain_?[iI]d,address \w+,(?:u?int\d+|string) nonce\)/,
    /\bAuthorization\((?:u?int\d+|string) chain_?[iI]d,address \w+,(?:u?int\d+|string) nonce\)/,
  ],
  domain: { types: [] },
  read: () => {
    throw new AppError(walletErrors.ACCOUNT_DELEGATION)
  },
}
