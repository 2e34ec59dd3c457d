/**
 * The text line over one MessagePort: the only place that reads what arrives. Both sides serve and call over it; the
 * messages are those of Comlink 4.4.2, as JSON text.
 */

/** A failure as it crosses. `code` is an EIP-1193 or JSON-RPC number, `reason` an error code of `errors/`. */
export type WireError = { code: number; reason: string; message: string; data?: string }

/** Nothing in it has been checked but that it is an object. */
export type Message = { [key in 'id' | 'type' | 'path' | 'argumentList' | 'name' | 'value']?: unknown }

/** The limits for a less trusted side; `strictLimits` creates them. */
export type Limits = {
  /** Runs `deliver` now or later. False ends the line. `deliver` says whether the text was an awaited reply. */
  admit(length: number, deliver: () => boolean): boolean
  /** Whether a parsed request is of a size that may be looked at. */
  allows(request: Message): boolean
  /** Whether the id was not seen before. */
  isNew(id: string): boolean
  /** Counts a violation. False ends the line. */
  forgives(): boolean
  /** Ends timers. */
  end(): void
}

type Listener = (message: Message, length: number) => boolean

export type Transport = {
  /** False where the message is too large to cross. Throws where it is no JSON. */
  send(message: Message): boolean
  /** `listener` says whether the message was a reply that it waited for; `length` is that of the text. */
  listen(listener: Listener, closed?: () => void): void
  violation(): void
  close(): void
  readonly limits: Limits | undefined
}

/** Characters of one message, the ceiling over the methods' own limits. */
const messageLimit = 4_194_304

export const openTransport = (port: MessagePort, limits?: Limits): Transport => {
  const listeners: Listener[] = []
  const closers: (() => void)[] = []
  let open = true

  const close = (): void => {
    if (!open) return
    open = false
    port.close()
    limits?.end()
    for (const closed of closers) closed()
  }
  const violation = (): void => {
    if (limits && !limits.forgives()) close()
  }
  const deliver = (text: string): boolean => {
    if (!open) return false
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      // Not JSON: counted below, like every other thing that is no message.
    }
    if (message && typeof message === 'object')
      return listeners.map((listener) => listener(message, text.length)).some(Boolean)
    violation()
    return false
  }

  port.onmessage = ({ data }) => {
    // A port has no origin, and reading `data` is what deserialises it, so the first thing that is no text is the last.
    if (typeof data !== 'string' || data.length > messageLimit) close()
    else if (!limits) deliver(data)
    else if (!limits.admit(data.length, () => deliver(data))) close()
  }
  // Not in every browser yet; there, a heartbeat or a second hello tells.
  port.addEventListener('close', close)

  return {
    limits,
    send: (message) => {
      const text = JSON.stringify(message)
      if (text.length > messageLimit) return false
      if (open) port.postMessage(text)
      return true
    },
    listen: (listener, closed) => {
      listeners.push(listener)
      if (!closed) return
      if (open) closers.push(closed)
      else closed()
    },
    violation,
    close,
  }
}
