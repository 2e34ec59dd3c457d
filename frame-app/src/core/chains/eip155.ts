import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseQuantity } from '../domain/amount.ts'
import type { BalanceReadContext, ChainAdapter, WalletRequest } from './adapter.ts'
import { readSignature } from './readSignature.ts'

/** EIP-55: the hash of the lower-case address decides the case of each letter. */
export const checksumAddress = (address: string): string => {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, at) => ((hash[at] ?? '0') >= '8' ? digit.toUpperCase() : digit)).join('')}`
}

/** An address in lower case has no checksum and is valid too. */
export const isAddress = (address: string): boolean =>
  /^0x[0-9a-f]{40}$/i.test(address) && (address === address.toLowerCase() || address === checksumAddress(address))

export const readBalance = async (
  { rpc }: BalanceReadContext,
  { caipNetworkId }: Network,
  address: string,
): Promise<bigint> => {
  const balance = parseQuantity(await rpc(caipNetworkId, { method: 'eth_getBalance', params: [address, 'latest'] }))
  if (balance === null) throw new AppError(chainErrors.TOKEN_BALANCE_UNAVAILABLE)
  return balance
}

/** Signs a text by EIP-191. The pattern allows any length, because the signature of a contract has no fixed length. */
const signMessage: ChainAdapter['signMessage'] = async (request, text, { address }) => {
  const params = [`0x${bytesToHex(utf8ToBytes(text))}`, address]
  return readSignature(await request({ method: 'personal_sign', params }), /^0x(?:[0-9a-f]{2})+$/i)
}

/** The error numbers of an unknown chain. EIP-3326 defines 4902; some wallets answer with one of the other numbers. */
const unknownChainNumbers = new Set([4902, 32603, -32603, 5000])

/** Switches the wallet by EIP-3326, and adds the chain by EIP-3085 first if the wallet does not know the chain. */
export const switchNetwork = async (
  request: WalletRequest,
  network: Network,
  endpoints: () => Promise<NetworkEndpoints>,
): Promise<void> => {
  const chainId = toChainId(network)
  const switchChain = () => request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await switchChain()
  } catch (error) {
    // A timeout in the frame may have the number of an unknown chain too. So only an error that the wallet sent counts.
    const isWalletAnswer = error instanceof AppError && error.code === 'WALLET_ERROR'
    if (!isWalletAnswer || !unknownChainNumbers.has(error.number)) throw error
    await request({ method: 'wallet_addEthereumChain', params: [addChainParameter(network, await endpoints())] })
    // EIP-3085 lets the wallet decide whether adding a chain also switches to the chain. The ids are compared as
    // numbers, because wallets format them differently.
    if (Number(await request({ method: 'eth_chainId' })) !== Number(chainId)) await switchChain()
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

export default {
  features: { balance: true },
  isReference: (id) => /^[1-9]\d{0,14}$/.test(id),
  isAddress,
  displayAddress: (address) => checksumAddress(address),
  balance: readBalance,
  signMessage,
  switchNetwork,
} satisfies ChainAdapter
