/** Puts accounts for ordinals and runes last, because an ordinary payment would spend those. */
export const paymentAccountsFirst = <Account>(
  accounts: readonly Account[],
  isForOrdinals: (account: Account) => boolean,
): Account[] => accounts.toSorted((one, other) => +isForOrdinals(one) - +isForOrdinals(other))
