import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import type { WalletRequest } from '../adapter.ts'
import { switchByPage } from '../switchByPage.ts'

/** Keplr and its kind have words and no number for a network that they don't know; the page's part gives them this one. */
const failedNumber = -32603

/** A wallet that can't go there is offered the network, and goes there then. */
export const switchNetwork = async (
  request: WalletRequest,
  network: Network,
  endpoints: () => Promise<NetworkEndpoints>,
): Promise<void> => {
  try {
    await switchByPage(request, network)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WALLET_ERROR' || error.number !== failedNumber) throw error
    await request({ method: 'wallet_addNetwork', params: [suggestionOf(network, await endpoints())] })
    await switchByPage(request, network)
  }
}

/** What `experimentalSuggestChain` takes. A guess in place of a fact could show the visitor another account than theirs. */
const suggestionOf = (network: Network, { rpcUrls, restUrls, coinType }: NetworkEndpoints) => {
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
