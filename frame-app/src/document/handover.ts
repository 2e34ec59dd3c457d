/**
 * The interface between the document's script (`script.ts`) and the core, which loads later. The object is a property
 * of the script's own element, so it needs no global name.
 */
export type Handover = {
  /** Resolves when the host page has answered the handshake. */
  connected: Promise<HandshakeResult>
  /** Runs on X, the backdrop and Esc until the views take over. `viewScript.ts` and later the core set it. */
  leave?: () => void
  /**
   * The button that the visitor pressed last before the views took over. Null if the visitor left after that, or if the
   * press is forgotten.
   */
  press?: HTMLElement | null
  /** The `timeStamp` of the event that set `press`. */
  pressedAt?: number
  /** Whether the views handle presses and keys now, so that the document's script has stopped listening. */
  isOver?: boolean
}

export type HandshakeResult = {
  port: MessagePort
  /** The origin of the window that answered. */
  origin: string
  /** The wallets of the page, validated and in the order of their rows. Absent if an older loader sends no list. */
  wallets?: HandshakeWallet[]
}

/** A wallet of the page in the first view. `icon` is a data URL, or empty. */
export type HandshakeWallet = { id: string; name: string; icon: string }

export type HandoverElement = HTMLScriptElement & { handover?: Handover }

export const scriptId = 'early'
export const viewScriptId = 'view'

export const readHandover = (document: Document): Handover => {
  const { handover } = (document.getElementById(scriptId) ?? {}) as HandoverElement
  if (!handover) throw new Error('The script of the document did not run.')
  return handover
}
