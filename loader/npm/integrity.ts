import { builtLoader } from '../builtLoader.ts'
import type { Announcement } from '../protocol/origins/announcement.ts'
import { fillOrigins, integrityOf } from '../protocol/origins/fillOrigins.ts'
import { version } from './version.ts'

export { version }

/**
 * Returns the URL of the loader of this version on your server, and its integrity hash, for the options of
 * `createAppKit`. The hash depends on the server's two origins and its announcement, since the server fills them into the loader's files.
 * Meant for a build or a server, since it contains those files.
 */
export const pinnedLoader = async (server: {
  modalOrigin: string
  walletOrigin: string
  /** The field `announce` of the server's configuration, if it has one. */
  announce?: Announcement
}): Promise<{ src: string; integrity: string }> => {
  const frameOrigin = new URL(server.modalOrigin).origin
  const secureOrigin = new URL(server.walletOrigin).origin
  const announcement = server.announce ?? {}
  const files = await fillOrigins(builtLoader, { version, frameOrigin, secureOrigin, announcement })
  return { src: `${frameOrigin}/v/${version}/loader.js`, integrity: await integrityOf(files['loader.js']) }
}
