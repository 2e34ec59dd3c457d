import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { WalletRequest } from '../adapter.ts'

/** EIP-3326 says 4902; wallets also answer with these for a chain that they don't know. */
const unknownChainNumbers = new Set([4902, 32603, -32603, 5000])

/** EIP-3326, and EIP-3085 where the wallet does not know the chain. */
export const switchNetwork = async (
  request: WalletRequest,
  network: Network,
  endpoints: () => Promise<NetworkEndpoints>,
): Promise<void> => {
  const chainId = toChainId(network)
  const change = () => request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await change()
  } catch (error) {
    // Only a wallet's own word: a request that timed out has one of these numbers too, and is no reason to ask for more.
    const isWord = error instanceof AppError && error.code === 'WALLET_ERROR'
    if (!isWord || !unknownChainNumbers.has(error.number)) throw error
    await request({ method: 'wallet_addEthereumChain', params: [addChainParameter(network, await endpoints())] })
    // Adding may switch as well, or not: the standard leaves it to the wallet.
    // Wallets write the number in more ways than one.
    if (Number(await request({ method: 'eth_chainId' })) !== Number(chainId)) await change()
  }
}

const toChainId = ({ id }: Network): string => `0x${BigInt(id).toString(16)}`

const addChainParameter = (network: Network, { rpcUrls }: NetworkEndpoints) => ({
  chainId: toChainId(network),
  chainName: network.name,
  nativeCurrency: network.nativeCurrency,
  rpcUrls,
  ...(network.blockExplorer ? { blockExplorerUrls: [network.blockExplorer.url] } : {}),
})
