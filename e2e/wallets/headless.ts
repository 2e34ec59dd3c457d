import { createRequire } from 'node:module'

export type { Web3ProviderBackend } from 'headless-web3-provider'

/** The package's CommonJS names its exports too late for an `import` of them. */
const loaded: typeof import('headless-web3-provider') = createRequire(import.meta.url)('headless-web3-provider')

export const { injectHeadlessWeb3Provider, Web3RequestKind } = loaded
