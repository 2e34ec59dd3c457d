import { useAtomValue, useSetAtom } from 'jotai/react'
import type { Network } from 'loader/protocol/serverApi.ts'
import { backAtom, pushAtom } from '../../router/router.ts'
import { activeAccountAtom } from '../../state/accounts.ts'
import { activeNetworkAtom } from '../../state/networks.ts'
import { switchNetworkAtom } from '../../state/switching.ts'

/** A connected wallet is asked, which takes a view of its own; without one the choice is made at once. */
export const usePickNetwork = () => {
  const account = useAtomValue(activeAccountAtom)
  const active = useAtomValue(activeNetworkAtom)
  const push = useSetAtom(pushAtom)
  const back = useSetAtom(backAtom)
  const switchNetwork = useSetAtom(switchNetworkAtom)
  return async ({ caipNetworkId, name }: Network): Promise<void> => {
    if (active?.caipNetworkId === caipNetworkId) return back()
    if (account) push({ view: 'SwitchNetwork', data: { caipNetworkId, name } })
    await switchNetwork(caipNetworkId)
    if (!account) await back()
  }
}
