import { activeAccountAtom } from '../state/accounts.ts'
import { connectionsMadeAtom } from '../state/connections.ts'
import { openAtom } from '../state/modal.ts'
import { activeNetworkAtom, mustSwitchAtom } from '../state/networks.ts'
import type { EffectContext } from './context.ts'
import { consequenceOf, type Situation } from './rules.ts'

/** Changes the view of an open modal, or closes it, when the wallet changes account or network. */
export const followConnection = ({ store, navigation }: EffectContext): void => {
  const situation = (): Situation => ({
    account: store.get(activeAccountAtom)?.caipAddress.split(':').at(-1) ?? null,
    network: store.get(activeNetworkAtom)?.caipNetworkId ?? null,
    mustSwitch: store.get(mustSwitchAtom),
  })
  let before = situation()
  const follow = () => {
    const after = situation()
    const consequence = consequenceOf(before, after)
    before = after
    if (store.get(openAtom)) navigation.follow(consequence)
  }
  store.sub(activeAccountAtom, follow)
  store.sub(activeNetworkAtom, follow)
  store.sub(connectionsMadeAtom, () => {
    if (store.get(openAtom) && !store.get(mustSwitchAtom)) navigation.follow('connected')
  })
}
