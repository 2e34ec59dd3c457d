import type { CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { atom } from 'jotai/vanilla'

/** A request of this tab that waits in a wallet which is no part of this browser. */
export type WaitingRequest = {
  walletName: string
  /** Opens the wallet on this device, with the request. Null for a wallet on another device. */
  link: string | null
  request: JsonRpcRequest
  caipNetworkId: CaipNetworkId
  /** Rejects the request for the page. The wallet may still show it. */
  cancel(): void
}

const sourceAtom = atom<WaitingRequest | null>(null)
export const waitingRequestAtom = atom((get) => get(sourceAtom))
export const setWaitingRequestAtom = atom(null, (_get, set, request: WaitingRequest | null) => set(sourceAtom, request))
