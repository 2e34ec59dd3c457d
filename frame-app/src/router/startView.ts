import type { OpenableView } from 'loader/protocol/frameApi.ts'
import type { Screen } from './screen.ts'

type Situation = {
  requested: OpenableView | undefined
  isConnected: boolean
  /** The wallet stands on a network that is not ours, and the project wants that settled first. */
  mustSwitch: boolean
}

/** The view that opening starts with. */
export const startView = ({ requested, isConnected, mustSwitch }: Situation): Screen => {
  if (isConnected && mustSwitch) return { view: 'UnsupportedChain' }
  if (requested === 'Account' && !isConnected) return { view: 'Connect' }
  return { view: requested ?? (isConnected ? 'Account' : 'Connect') }
}
