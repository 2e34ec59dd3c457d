import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { accountsAtom, activeAccountAtom } from '../../core/state/accounts.ts'
import { accessToAtom, activeNetworkAtom } from '../../core/state/networks.ts'
import { switchNetworkAtom } from '../../core/state/switching.ts'
import { backAtom, pushAtom } from '../../router/router.ts'

/**
 * A connected wallet is asked, which takes a view of its own; one of another namespace that stands there is taken up at
 * once. Where no wallet speaks the namespace the next view says so. Without any wallet the choice is made at once.
 */
export const usePickNetwork = () => {
  const accounts = useAtomValue(accountsAtom)
  const active = useAtomValue(activeAccountAtom)
  const activeNetwork = useAtomValue(activeNetworkAtom)
  const accessTo = useAtomValue(accessToAtom)
  const push = useSetAtom(pushAtom)
  const back = useSetAtom(backAtom)
  const switchNetwork = useSetAtom(switchNetworkAtom)
  return async (network: Network): Promise<void> => {
    const { caipNetworkId, chainNamespace, name } = network
    if (activeNetwork?.caipNetworkId === caipNetworkId) return back()
    if (accessTo(network) === 'needsWallet') return push({ view: 'SwitchActiveChain', data: { caipNetworkId, name } })
    const standsThere = chainNamespace !== active?.namespace && accounts[chainNamespace].caipNetworkId === caipNetworkId
    if (active && !standsThere) push({ view: 'SwitchNetwork', data: { caipNetworkId, name } })
    await switchNetwork(caipNetworkId)
    if (!active) await back()
  }
}
