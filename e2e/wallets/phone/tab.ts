const name = 'phone'

/**
 * Resolves once this tab is the one that answers. Two active tabs would share each session's keys, and both would show
 * every question. A tab that has to wait sends its link to the active tab and resolves null.
 */
export function becomeThePhone(link: string | null, onWait: () => void): Promise<string | null> {
  const channel = new BroadcastChannel(name)
  return new Promise((resolve) => {
    // The lock is held until the page unloads.
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
