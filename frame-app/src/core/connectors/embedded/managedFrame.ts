import type { ServedApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { bootstrapAtom, localeAtom, optionsAtom, themeAtom } from '../../state/options.ts'
import type { SecurePeer } from '../../state/peers.ts'
import { createLazyValue } from '../lazy.ts'
import type { ConnectorContext } from '../types.ts'
import { hideSecureFrame, placeSecureFrame, type SecureFramePosition } from './position.ts'
import { openSecureFrame, type SecureFrame } from './secureFrame.ts'
import { readTheme } from './theme.ts'

type Options = {
  /** Methods that the secure frame may call. */
  events: ServedApi
  /** Called when the secure frame reloaded or stopped answering. */
  onLost(): void
}

/**
 * Opens the secure frame on first use and again after it was lost. Keeps the theme and the position of the secure frame
 * current.
 */
export const createManagedSecureFrame = ({ store }: Pick<ConnectorContext, 'store'>, { events, onLost }: Options) => {
  let position: SecureFramePosition | null = null
  let current: SecureFrame | undefined

  const theme = () => readTheme(store, position?.width)
  const open = async (): Promise<SecureFrame> => {
    const { secureOrigin, projectId } = store.get(bootstrapAtom)
    const frame = await openSecureFrame({ document, secureOrigin, projectId, events, lost })
    current = frame
    await frame.secure.look(theme())
    return frame
  }
  let ensureOpen = createLazyValue(open)
  const lost = (): void => {
    current = undefined
    ensureOpen = createLazyValue(open)
    onLost()
  }
  const sendTheme = (): void => void current?.secure.look(theme()).catch(() => {})
  for (const source of [themeAtom, localeAtom, optionsAtom]) store.sub(source, sendTheme)

  return {
    secure: async (): Promise<SecurePeer> => (await ensureOpen()).secure,
    /** The functions that the secure frame serves, if the secure frame is open. */
    current: (): SecurePeer | undefined => current?.secure,
    setPosition: (next: SecureFramePosition | null): void => {
      const before = position?.width
      position = next
      if (!current) return
      if (next) placeSecureFrame(current.frame, next)
      else hideSecureFrame(current.frame)
      if (next && before !== next.width) sendTheme()
    },
  }
}
