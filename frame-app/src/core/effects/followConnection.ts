import { activeAccountAtom } from '../state/accounts.ts'
import { connectionsMadeAtom } from '../state/connections.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkAtom, mustSwitchNetworkAtom } from '../state/networks.ts'
import { type ConnectionFacts, findConnectionChange } from './connectionChange.ts'
import type { EffectContext } from './context.ts'

/** Changes the view of an open modal, or closes it, when the wallet changes account or network. */
export const followConnection = ({ store, navigation }: EffectContext): void => {
  const readFacts = (): ConnectionFacts => ({
    account: store.get(activeAccountAtom)?.caipAddress.split(':').at(-1) ?? null,
    network: store.get(activeNetworkAtom)?.caipNetworkId ?? null,
    mustSwitch: store.get(mustSwitchNetworkAtom),
  })
  let before = readFacts()
  const follow = () => {
    const after = readFacts()
    const change = findConnectionChange(before, after)
    before = after
    if (store.get(isOpenAtom)) navigation.follow(change)
  }
  store.sub(activeAccountAtom, follow)
  store.sub(activeNetworkAtom, follow)
  store.sub(connectionsMadeAtom, () => {
    if (store.get(isOpenAtom) && !store.get(mustSwitchNetworkAtom)) navigation.follow('connected')
  })
}
