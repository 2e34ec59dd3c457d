import { createPeer, type Methods, type Peer } from './peer.ts'

/** The line to whichever frame there is: a frame that was loaded again has a new one. */
export const createLine = (methods: Methods, useFrame: (query: string) => HTMLIFrameElement) => {
  const peers = new WeakMap<HTMLIFrameElement, PromiseWithResolvers<Peer>>()
  let current: Peer | undefined

  const peerOf = (frame: HTMLIFrameElement): PromiseWithResolvers<Peer> => {
    const known = peers.get(frame)
    if (known) return known
    const made = Promise.withResolvers<Peer>()
    // Who waits is told; nobody has to.
    made.promise.catch(() => {})
    peers.set(frame, made)
    return made
  }
  return {
    connect: (port: MessagePort): void => {
      current = createPeer(port, methods)
      peerOf(useFrame('core')).resolve(current)
    },
    gone: (cause: Error): void => {
      current = undefined
      peerOf(useFrame('core')).reject(cause)
    },
    /** Asks the frame; without one, creates a hidden one that only reads. */
    ask: async (method: string, args: unknown[], timeoutMs?: number): Promise<unknown> =>
      (await peerOf(useFrame('core')).promise)(method, args, timeoutMs),
    /** Tells the frame, if there is one. One that does not answer is told everything when it shakes hands again. */
    tell: (method: string, ...args: unknown[]): void => {
      current?.(method, args).catch(() => {})
    },
  }
}
