import type { OpenOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { createStore } from 'jotai/vanilla'
import type { Host } from '../state/peers.ts'
import type { Consequence } from './rules.ts'

export type Store = ReturnType<typeof createStore>

/** What effects may ask of the router, which stands above them. */
export type Navigation = {
  start(options: OpenOptions): void
  /** Asks whether the modal may close; `force` does not ask. */
  close(force: boolean): Promise<void>
  follow(consequence: Consequence): void
  view(): string
}

export type EffectContext = {
  store: Store
  host: Host
  hostOrigin: string
  navigation: Navigation
  /** Resolves when the modal stands on the screen. */
  draw(): Promise<void>
  /** The document shows the Connect view as the server prepared it, and nothing took it over yet. */
  isPrepared(): boolean
}
