/** The storage keys of what the next visit shows early. Both values have the field `caipAddress`. */
export const accountKey = 'account_view'
export const balanceKey = 'balance'

/**
 * The last account view. `facts` has the text of each element with the attribute `data-fact`, and `lang` is the
 * language of these texts.
 */
export type RememberedAccount = { caipAddress: string; lang: string; facts: { [name: string]: string } }
