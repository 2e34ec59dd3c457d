import type { OpenOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { createStore } from 'jotai/vanilla'
import type { Host } from '../state/peers.ts'
import type { Consequence } from './rules.ts'

export type Store = ReturnType<typeof createStore>

/** The router's functions for effects, which must not import the router. */
export type Navigation = {
  start(options: OpenOptions): void
  /** Closes the modal if the view allows it; `force` closes anyway. */
  close(force: boolean): Promise<void>
  follow(consequence: Consequence): void
  view(): string
}

export type EffectContext = {
  store: Store
  host: Host
  hostOrigin: string
  navigation: Navigation
  /** Resolves when the modal is painted. */
  draw(): Promise<void>
  /** The document still shows the prerendered Connect view. */
  isPrepared(): boolean
  /** Calls this when the visitor closes that view. */
  onLeave(leave: () => void): void
}
