/**
 * The interface between the document's script (`script.ts`) and the core, which loads later. The object is a property of
 * the script's own element, so it needs no global name.
 */
export type Handover = {
  /** Resolves once, when the host page has answered the handshake. */
  connected: Promise<Connection>
  /** Handles X, the backdrop and Esc until the views take over. The core replaces it. */
  leave: () => void
  /** One of these was pressed before the core was there. */
  hasLeft?: boolean
  /** The button that the visitor pressed last. None after the modal closed. */
  press?: HTMLElement | null
  /** The views have taken over. The script no longer listens. */
  isOver?: boolean
}

export type Connection = {
  port: MessagePort
  /** The wallets of the page, cleaned and in the order of their rows. Absent if the loader is older and sends no list. */
  wallets?: FirstWallet[]
}

/** `icon` is a data URL, or empty. */
export type FirstWallet = { id: string; name: string; icon: string }

export type HandoverElement = HTMLScriptElement & { handover?: Handover }

export const scriptId = 'early'

export const readHandover = (document: Document): Handover => {
  const { handover } = (document.getElementById(scriptId) ?? {}) as HandoverElement
  if (!handover) throw new Error('The script of the document did not run.')
  return handover
}
