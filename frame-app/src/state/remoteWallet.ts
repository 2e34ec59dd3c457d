import { atom } from 'jotai/vanilla'

/** The wallet on another device, as it names itself. */
export type RemoteWallet = { name: string; url: string; native?: string; universal?: string }

const remoteWalletSourceAtom = atom<RemoteWallet | null>(null)
export const remoteWalletAtom = atom((get) => get(remoteWalletSourceAtom))
export const setRemoteWalletAtom = atom(null, (_get, set, wallet: RemoteWallet | null) =>
  set(remoteWalletSourceAtom, wallet),
)
