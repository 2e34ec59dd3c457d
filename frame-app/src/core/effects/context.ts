import type { OpenOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { createStore } from 'jotai/vanilla'
import type { WalletRow } from '../connectors/order.ts'
import type { HostPeer } from '../state/peers.ts'
import type { ConnectionChange } from './connectionChange.ts'

export type Store = ReturnType<typeof createStore>

/** The functions of the router that effects call. Effects must not import the router. */
export type Navigation = {
  /** Starts a visit. `row` is the wallet that the page asks to connect. */
  start(options: OpenOptions, row?: WalletRow | null): void
  /** Closes the modal if the view allows it; `force` closes anyway. */
  close(force: boolean): Promise<void>
  follow(change: ConnectionChange): void
  view(): string
}

export type EffectContext = {
  store: Store
  host: HostPeer
  hostOrigin: string
  navigation: Navigation
  /**
   * Draws the views of the current visit. Resolves when they are painted. Meanwhile hides the document's list of wallets
   * if another view is to be shown.
   */
  draw(isOtherView?: boolean): Promise<void>
  /**
   * Replaces this frame by a new one, if the modal is open, the visitor has just pressed something and the browser is
   * online.
   */
  renew(): void
  /** The name of the view that the document still shows without React, if it shows one. */
  prerenderedView(): string | undefined
  /** Registers `leave`, which runs when the visitor closes the prerendered view. */
  onLeave(leave: () => void): void
}
