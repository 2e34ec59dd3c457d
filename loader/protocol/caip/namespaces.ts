/**
 * Facts about each chain namespace (CAIP-2) that every runtime shares. `address` matches a whole address. Checksums and
 * network-dependent rules are in the chain's adapter in frame-app.
 */
export const namespaces = {
  eip155: { address: /^0x[0-9a-fA-F]{40}$/, defaultAccountType: 'smartAccount' },
  solana: { address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, defaultAccountType: 'eoa' },
  polkadot: { address: /^[1-9A-HJ-NP-Za-km-z]{46,49}$/, defaultAccountType: 'eoa' },
  bip122: {
    address: /^(?:[123mn][1-9A-HJ-NP-Za-km-z]{25,39}|(?:bc|tb)1[02-9ac-hj-np-z]{6,87})$/,
    defaultAccountType: 'payment',
  },
  cosmos: { address: /^[a-z][a-z0-9]{0,82}1[02-9ac-hj-np-z]{38,58}$/, defaultAccountType: 'eoa' },
} as const satisfies Record<string, { address: RegExp; defaultAccountType: string }>

export type ChainNamespace = keyof typeof namespaces
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'
