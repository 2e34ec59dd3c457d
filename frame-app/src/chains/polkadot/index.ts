import type { ChainAdapter } from '../adapter.ts'
import { servedChain } from '../servedChain.ts'
import { displayAddress, isAddress } from './address.ts'

export default { ...servedChain, isAddress, displayAddress } satisfies ChainAdapter
