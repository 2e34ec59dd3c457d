const name = 'phone'

/**
 * Resolves once this is the tab that answers. Two would both have the keys of each session, and both would show every
 * question. A link goes to the tab that answers; what is left to this one to open comes back.
 */
export function becomeThePhone(link: string | null, onWait: () => void): Promise<string | null> {
  const channel = new BroadcastChannel(name)
  return new Promise((resolve) => {
    // Held until the page goes.
    const hold = (left: string | null) => {
      resolve(left)
      return new Promise<void>(() => {})
    }
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold(link)
      if (link) channel.postMessage(link)
      onWait()
      navigator.locks.request(name, () => hold(null))
    })
  })
}

export function hearLinks(take: (link: string) => void): void {
  new BroadcastChannel(name).onmessage = ({ data }) => take(String(data))
}
