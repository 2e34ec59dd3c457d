const name = 'phone'

/**
 * Resolves once this is the tab that answers. Two would both have the keys of each session, and both would show every
 * question. A link that another tab was opened with goes to the one that answers.
 */
export function becomeThePhone(link: string | null, onWait: () => void): Promise<void> {
  const channel = new BroadcastChannel(name)
  return new Promise((resolve) => {
    // Held until the page goes.
    const hold = () => {
      resolve()
      return new Promise<void>(() => {})
    }
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      if (link) channel.postMessage(link)
      onWait()
      navigator.locks.request(name, hold)
    })
  })
}

export function hearLinks(take: (link: string) => void): void {
  new BroadcastChannel(name).onmessage = ({ data }) => take(String(data))
}
