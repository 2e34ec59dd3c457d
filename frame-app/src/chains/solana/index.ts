import type { ChainAdapter } from '../adapter.ts'
import { servedChain } from '../servedChain.ts'
import { isAddress } from './address.ts'

export default { ...servedChain, isAddress } satisfies ChainAdapter
