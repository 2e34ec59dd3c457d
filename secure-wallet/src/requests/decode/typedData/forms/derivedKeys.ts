import { belongsTo } from '../../keyTexts.ts'
import { domainTypes, type TypedDataForm } from '../form.ts'

/** dYdX makes the key of the account from this signature, in its version 3 and on dYdX Chain. */
export const dydxKey: TypedDataForm = {
  types: ['dYdX(string action,string onlySignOn)', 'dYdX(string action)'],
  domain: { types: [domainTypes.noContract, domainTypes.nameAndChain, domainTypes.nameOnly] },
  read: (_message, { host }) => belongsTo('dYdX', host),
}
