/**
 * The text channel over one MessagePort. In the frame and the secure frame, only this file reads the port's messages.
 * Both sides serve and call over the channel. The messages have the format of Comlink 4.4.2, as JSON text.
 */

/** A failure on the channel. `code` is an EIP-1193 or JSON-RPC number, `reason` an error code of `errors/`. */
export type WireError = { code: number; reason: string; message: string; data?: string }

/** A parsed message. Unchecked, except that it is an object. */
export type ChannelMessage = { [key in 'id' | 'type' | 'path' | 'argumentList' | 'name' | 'value']?: unknown }

/** The limits on messages of a less trusted side; `strictLimits` creates them. */
export type ChannelLimits = {
  /**
   * Calls `deliver` now or later; `deliver` returns whether the text was an awaited reply. `admit` returns false if the
   * channel must close.
   */
  admit(length: number, deliver: () => boolean): boolean
  /** Whether a parsed request has an acceptable size. */
  allows(request: ChannelMessage): boolean
  /** Whether the id of a request is new. */
  isNew(id: string): boolean
  /** Counts a violation. Returns false if the channel must close. */
  forgives(): boolean
  /** Stops the timers of these limits. */
  end(): void
}

type Listener = (message: ChannelMessage, length: number) => boolean

export type Transport = {
  /** Sends a message. Returns false if the message is too large, and throws if it can't be written as JSON. */
  send(message: ChannelMessage): boolean
  /** `listener` returns whether the message was a reply that it waited for. `length` is the length of the text. */
  listen(listener: Listener, closed?: () => void): void
  violation(): void
  close(): void
  readonly limits: ChannelLimits | undefined
}

/** The longest message, in characters. Some methods have lower limits of their own. */
const messageLimit = 4_194_304

export const openTransport = (port: MessagePort, limits?: ChannelLimits): Transport => {
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
      // Text that is not JSON leaves `message` undefined, which counts as a violation below.
    }
    if (message && typeof message === 'object')
      return listeners.map((listener) => listener(message, text.length)).some(Boolean)
    violation()
    return false
  }

  port.onmessage = ({ data }) => {
    // A port has no origin, and reading `data` deserialises it, so the first message that is not text closes the
    // channel.
    if (typeof data !== 'string' || data.length > messageLimit) close()
    else if (!limits) deliver(data)
    else if (!limits.admit(data.length, () => deliver(data))) close()
  }
  // Some browsers lack a port's `close` event. There a missed heartbeat or a second hello reveals that the port closed.
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
