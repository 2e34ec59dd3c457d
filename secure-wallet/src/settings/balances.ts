import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { WalletAccounts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { formatUnits } from 'viem'
import type { NodeClient } from '../session/node.ts'

/** A balance that a deletion of the account would lose. `text` is null if the network did not answer in time. */
export type NetworkBalance = { name: string; text: string | null }

const answerMs = 5_000

/** Reads the balances of the native coins. Leaves out networks whose balance is zero. */
export const readBalances = async (
  node: NodeClient,
  networks: readonly Network[],
  accounts: WalletAccounts,
): Promise<NetworkBalance[]> => {
  const all = await Promise.all(
    networks.flatMap((network) => {
      const { chainNamespace, name, nativeCurrency } = network
      if (chainNamespace !== 'eip155' && chainNamespace !== 'solana') return []
      return [
        readBalance(node, network, accounts[chainNamespace]).then(
          (amount) => ({
            name,
            text: amount > 0n ? `${formatUnits(amount, nativeCurrency.decimals)} ${nativeCurrency.symbol}` : '',
          }),
          () => ({ name, text: null }),
        ),
      ]
    }),
  )
  return all.filter(({ text }) => text !== '')
}

const readBalance = async (
  node: NodeClient,
  { caipNetworkId, chainNamespace }: Network,
  address: string,
): Promise<bigint> => {
  const balances =
    chainNamespace === 'eip155'
      ? node.ask(caipNetworkId, 'eth_getBalance', [address, 'latest'])
      : node.ask(caipNetworkId, 'getBalance', [address])
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), answerMs))
  const answer = await Promise.race([balances, late])
  const value = typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : answer
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error('no balance')
  return BigInt(value)
}
