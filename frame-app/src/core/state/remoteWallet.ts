import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'

/** The connected wallet on another device, with the networks of its WalletConnect session. */
export type RemoteWallet = {
  name: string
  /** CAIP-2 ids of the session's networks in all namespaces. */
  networks: string[]
  /** Namespaces in which the wallet can add networks to the WalletConnect session. */
  addsNetworksOf: ChainNamespace[]
}

const remoteWalletSourceAtom = atom<RemoteWallet | null>(null)
export const remoteWalletAtom = atom((get) => get(remoteWalletSourceAtom))
export const setRemoteWalletAtom = atom(null, (_get, set, wallet: RemoteWallet | null) =>
  set(remoteWalletSourceAtom, wallet),
)
