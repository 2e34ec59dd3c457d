import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { NetworkConfig } from './configSchema.ts'

type Rule = {
  /** The fields that a configured network must have if the server doesn't know the network. */
  required: readonly (keyof NetworkConfig)[]
  /** The pattern of `addressPrefix`. Absent if the addresses of the namespace have no prefix. */
  addressPrefix?: RegExp
  needsDenom?: true
  /** True if a wallet that lists one network of the namespace supports all of them. */
  isOneForAll?: true
}

const described = ['name', 'nativeCurrency', 'rpcUrls'] as const
const describedByRest = ['name', 'nativeCurrency', 'restUrls'] as const

/** The rules that the configuration of a network must follow, by namespace. */
export const chainRules: Readonly<Record<ChainNamespace, Rule>> = {
  eip155: { required: described, isOneForAll: true },
  solana: { required: described },
  bip122: { required: describedByRest },
  polkadot: {
    required: described,
    addressPrefix: /^(?:0|[1-9]\d{0,3}|1[0-5]\d{3}|16[0-2]\d{2}|163[0-7]\d|1638[0-3])$/,
  },
  cosmos: {
    required: [...describedByRest, 'addressPrefix'],
    addressPrefix: /^[a-z][a-z0-9]{0,19}$/,
    needsDenom: true,
  },
}
