import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { base64, bech32 } from '@scure/base'
import type { ChainAdapter, WalletRequest } from './adapter.ts'
import { commonAdapter, requestNetworkSwitch } from './commonAdapter.ts'
import { readSignature } from './readSignature.ts'

/** The address of an account contains a hash of 20 bytes, that of a contract or module a hash of 32 bytes. */
const addressLengths = new Set([20, 32])

/** If the network's configuration has no address prefix, any prefix is valid. */
const isAddress = (address: string, { addressPrefix }: Network): boolean => {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(address)
    return addressLengths.has(bytes.length) && (addressPrefix === undefined || prefix === addressPrefix)
  } catch {
    return false
  }
}

/**
 * The error number that means an unknown network. Wallets such as Keplr throw a text without a number, and the loader's
 * code in the host page adds this number.
 */
const failedNumber = -32603

/** Switches the wallet to a network, and suggests the network first if the wallet does not know the network. */
export const switchNetwork = async (
  request: WalletRequest,
  network: Network,
  endpoints: () => Promise<NetworkEndpoints>,
): Promise<void> => {
  try {
    await requestNetworkSwitch(request, network)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WALLET_ERROR' || error.number !== failedNumber) throw error
    await request({ method: 'wallet_addNetwork', params: [chainSuggestion(network, await endpoints())] })
    await requestNetworkSwitch(request, network)
  }
}

/**
 * The argument of `experimentalSuggestChain`. No field has a default value. With a wrong coin type, for example, the
 * wallet would derive another account.
 */
const chainSuggestion = (network: Network, { rpcUrls, restUrls, coinType }: NetworkEndpoints) => {
  const { id, name, addressPrefix, nativeCurrency, testnet } = network
  const { symbol, decimals, denom } = nativeCurrency
  const [rpc] = rpcUrls
  const [rest] = restUrls
  if (!rpc || !rest || !addressPrefix || !denom || coinType === undefined)
    throw new AppError(chainErrors.NETWORK_NOT_DESCRIBED, { values: { network: name } })
  const currency = { coinDenom: symbol, coinMinimalDenom: denom, coinDecimals: decimals }
  return {
    chainId: id,
    chainName: name,
    rpc,
    rest,
    bip44: { coinType },
    bech32Config: {
      bech32PrefixAccAddr: addressPrefix,
      bech32PrefixAccPub: `${addressPrefix}pub`,
      bech32PrefixValAddr: `${addressPrefix}valoper`,
      bech32PrefixValPub: `${addressPrefix}valoperpub`,
      bech32PrefixConsAddr: `${addressPrefix}valcons`,
      bech32PrefixConsPub: `${addressPrefix}valconspub`,
    },
    currencies: [currency],
    feeCurrencies: [currency],
    stakeCurrency: currency,
    ...(testnet && { isTestnet: true }),
  }
}

/** Matches a signature of 64 bytes in base64. */
const signaturePattern = /^[A-Za-z0-9+/]{86}==$/

/**
 * Signs by ADR-36. WalletConnect has no method for ADR-36. So over WalletConnect the wallet signs the ADR-36 document
 * by `cosmos_signAmino`.
 */
const signMessage: ChainAdapter['signMessage'] = async (request, text, { address, network }) => {
  try {
    const params = { chainId: network.id, signerAddress: address, data: text }
    return readSignature(await request({ method: 'cosmos_signArbitrary', params }), signaturePattern)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_METHOD') throw error
    const params = { signerAddress: address, signDoc: writeSignDoc(text, address) }
    const answer = await request({ method: 'cosmos_signAmino', params })
    const { signature } = Object(answer) as { signature?: unknown }
    return readSignature(signature, signaturePattern)
  }
}

const writeSignDoc = (text: string, signer: string) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(new TextEncoder().encode(text)) } }],
  memo: '',
})

export default { ...commonAdapter, isAddress, signMessage, switchNetwork } satisfies ChainAdapter
