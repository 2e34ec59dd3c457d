import { lazyComponent } from '../ui/lazyComponent.tsx'

/** Loads later, because only a connected visitor sees the network button. */
export const NetworkButton = lazyComponent(async () => (await import('./NetworkButton.tsx')).NetworkButton)
