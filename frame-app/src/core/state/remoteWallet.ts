import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'

/** The wallet on another device, as it names itself, and where its session lets it go. */
export type RemoteWallet = {
  name: string
  /** CAIP-2, of all namespaces. */
  networks: string[]
  /** Where it can take up networks that the session does not have. */
  addsNetworksOf: ChainNamespace[]
}

const remoteWalletSourceAtom = atom<RemoteWallet | null>(null)
export const remoteWalletAtom = atom((get) => get(remoteWalletSourceAtom))
export const setRemoteWalletAtom = atom(null, (_get, set, wallet: RemoteWallet | null) =>
  set(remoteWalletSourceAtom, wallet),
)
