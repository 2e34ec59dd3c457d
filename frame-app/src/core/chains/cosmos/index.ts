import type { ChainAdapter } from '../adapter.ts'
import { servedChain } from '../servedChain.ts'
import { isAddress } from './address.ts'
import { signMessage } from './signMessage.ts'
import { switchNetwork } from './switchNetwork.ts'

export default { ...servedChain, isAddress, signMessage, switchNetwork } satisfies ChainAdapter
