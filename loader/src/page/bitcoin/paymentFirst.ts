/** Accounts as they are used: those for ordinals and runes last, which an ordinary payment would spend. */
export const paymentFirst = <Account>(
  accounts: readonly Account[],
  isForOrdinals: (account: Account) => boolean,
): Account[] => accounts.toSorted((one, other) => +isForOrdinals(one) - +isForOrdinals(other))
