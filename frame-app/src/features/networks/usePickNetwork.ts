import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { accountsAtom, activeAccountAtom } from '../../core/state/accounts.ts'
import { activeNetworkAtom, networkAccessAtom } from '../../core/state/networks.ts'
import { backAtom, pushAtom } from '../../router/router.ts'
import { switchNetworkAtom } from './switchNetwork.ts'

/**
 * Handles the choice of a network. Asks the connected wallet to switch, and opens the view of the switch. If a wallet
 * of another namespace already uses the network, that wallet becomes active at once. If no wallet has the namespace,
 * the next view offers to connect one. Without any wallet the choice applies at once.
 */
export const usePickNetwork = () => {
  const accounts = useAtomValue(accountsAtom)
  const active = useAtomValue(activeAccountAtom)
  const activeNetwork = useAtomValue(activeNetworkAtom)
  const accessTo = useAtomValue(networkAccessAtom)
  const push = useSetAtom(pushAtom)
  const back = useSetAtom(backAtom)
  const switchNetwork = useSetAtom(switchNetworkAtom)
  return async (network: Network): Promise<void> => {
    const { caipNetworkId, chainNamespace, name } = network
    if (activeNetwork?.caipNetworkId === caipNetworkId) return back()
    if (accessTo(network) === 'needsWallet') return push({ view: 'SwitchActiveChain', data: { caipNetworkId, name } })
    const usesNetwork = chainNamespace !== active?.namespace && accounts[chainNamespace].caipNetworkId === caipNetworkId
    if (active && !usesNetwork) push({ view: 'SwitchNetwork', data: { caipNetworkId, name } })
    await switchNetwork(caipNetworkId)
    if (!active) await back()
  }
}
