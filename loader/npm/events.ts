import { currentAppKit } from './client.ts'
import { type AppKitEvent, eventsOf } from './eventTracker.ts'

export type { AppKitEvent }

/** Calls `listener` with each later event of the page's AppKit. Returns a function that removes the listener. */
export const subscribeEvents = (listener: (event: AppKitEvent) => void): (() => void) => {
  const { subscribe, last } = eventsOf(currentAppKit('subscribeEvents').kit)
  return subscribe(() => listener(last()))
}
