/** The storage key of the last account view. */
export const accountKey = 'account_view'
/** The ids of the templates of the account view. The view of the embedded wallet has more rows. */
export type AccountTemplate = 'account' | 'embedded'
/** The last account view. `facts` has the text of each element with the attribute `data-fact`. */
export type RememberedAccount = {
  caipAddress: string
  template: AccountTemplate
  facts: { [name: string]: string }
}
