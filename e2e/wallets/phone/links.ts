const name = 'phone'

/** Finds the pairing link in pasted text: the link itself, or a wallet's deep link around it. */
export function readPairingLink(text: string): string | undefined {
  const link = text.trim()
  if (/^wc:[0-9a-f]{64}@2\?/.test(link)) return link
  const inner = URL.parse(link)?.searchParams.get('uri')
  return inner ? readPairingLink(inner) : undefined
}

/**
 * Waits until this tab is the active phone, and returns the link that it was opened with. Two active tabs would share
 * each session's keys, and both would show every question. A tab that has to wait sends its link to the active tab and
 * resolves null.
 */
export function becomeActivePhone(link: string | null, onWait: () => void): Promise<string | null> {
  const channel = new BroadcastChannel(name)
  return new Promise((resolve) => {
    // The promise never settles, so the tab holds the lock until its page unloads.
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

export function onPairingLink(open: (link: string) => void): void {
  new BroadcastChannel(name).onmessage = ({ data }) => open(String(data))
}
