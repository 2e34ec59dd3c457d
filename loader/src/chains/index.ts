import type { ChainsHook, HookedScript } from '../hook.ts'
import { discoverCosmos } from './cosmos.ts'
import { discoverPolkadot } from './polkadot.ts'

const script = document.currentScript as HookedScript<ChainsHook, () => void>
if (script.appkit) {
  const [[found], ready] = script.appkit
  ready(() => {
    for (const discover of [discoverPolkadot, discoverCosmos]) {
      try {
        discover(found)
      } catch {
        // A malformed wallet is ignored.
      }
    }
  })
}
