import type { IWalletKit } from '@reown/walletkit'
import { accountAt } from '../demo/methods.ts'
import type { WalletState } from '../demo/state.ts'
import { onChains } from './namespaces.ts'

/** Sends the phone's changes to every session that requested the event. */
export async function announce(kit: IWalletKit, before: WalletState, now: WalletState): Promise<void> {
  const { address } = accountAt(now.account)
  const hasNewAccount = now.account !== before.account
  const hasNewChain = now.chainId !== before.chainId
  const current = `eip155:${now.chainId}`
  for (const { topic, namespaces } of Object.values(kit.getActiveSessions())) {
    const chains = namespaces.eip155?.chains ?? []
    const wanted = hasNewChain && !chains.includes(current) ? [...chains, current] : chains
    if (hasNewAccount || wanted !== chains)
      await kit.updateSession({ topic, namespaces: onChains(namespaces, wanted, address) })
    const emit = async (name: string, data: unknown) => {
      const chainId = wanted.includes(current) ? current : wanted[0]
      if (chainId && namespaces.eip155?.events.includes(name))
        await kit.emitSessionEvent({ topic, chainId, event: { name, data } })
    }
    if (hasNewAccount) await emit('accountsChanged', [address])
    if (hasNewChain) await emit('chainChanged', now.chainId)
  }
}
