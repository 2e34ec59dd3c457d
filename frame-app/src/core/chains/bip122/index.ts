import type { ChainAdapter } from '../adapter.ts'
import { servedChain } from '../servedChain.ts'
import { isAddress } from './address.ts'
import { signMessage } from './signMessage.ts'

export default { ...servedChain, isAddress, signMessage } satisfies ChainAdapter
