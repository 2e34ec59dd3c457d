import type { AccountState } from '../../protocol/api/frameApi.ts'
import type { AnswerBitcoinRequest } from '../bitcoin/hook.ts'
import { bitcoinMethods } from '../bitcoin/methods.ts'
import { appKitName } from '../origins.ts'

/** The path in `window` at which a page finds AppKit's Bitcoin provider. */
export const ownBitcoinId = 'AppKitBitcoinProvider'

type SatsListener = { eventName: string; cb: (event: object) => void }

/**
 * Announces AppKit as a Bitcoin wallet in `window.btc_providers` (WBIP-004), for pages that use Sats Connect. It
 * represents the wallet that the visitor connects.
 */
export const announceBitcoinWallet = (
  icon: string,
  account: () => AccountState,
  /** Loads the code that answers requests at its first use. */
  answers: () => Promise<AnswerBitcoinRequest>,
  subscribe: (changed: () => void) => void,
): void => {
  const listeners = new Set<SatsListener>()
  const activeAddress = () => (account().status === 'connected' ? account().caipAddress : undefined)
  let last = activeAddress()
  subscribe(() => {
    const now = activeAddress()
    if (now === last) return
    last = now
    const type = now ? 'accountChange' : 'disconnect'
    for (const { eventName, cb } of listeners) if (eventName === type) cb({ type })
  })
  const provider = {
    request: async (method: string, params?: unknown) => (await answers())(method, params),
    addListener: (listener: SatsListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const page = window as unknown as { btc_providers?: object[]; [ownBitcoinId]?: object }
  page[ownBitcoinId] = provider
  page.btc_providers = [
    ...(page.btc_providers ?? []),
    { id: ownBitcoinId, name: appKitName, icon, methods: bitcoinMethods },
  ]
}
