import type { ConnectorContext, EmbeddedConnector } from '../connector.ts'
import { createLater } from '../later.ts'
import type { OpenedWallet } from './open.ts'

/** Nothing of it, and no frame, is there before somebody logs in, or was logged in. */
export const createEmbedded = (context: ConnectorContext): EmbeddedConnector => {
  let opened: OpenedWallet | undefined
  const open = createLater(async () => {
    opened = (await import('./open.ts')).openWallet(context)
    return opened
  })
  return { open, opened: () => opened }
}
