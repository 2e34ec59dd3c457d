/** The whole of it in fours, as it is read out. */
export const groupAddress = (address: string): string[] => {
  const head = address.startsWith('0x') ? 6 : 4
  return [address.slice(0, head), ...(address.slice(head).match(/.{1,4}/g) ?? [])]
}

/** How an address stands where the whole of it has no room: `0x7A…A0c36E`, the ends that people compare. */
export const shortenAddress = (address: string, head = 4, tail = 6): string =>
  address.length <= head + tail ? address : `${address.slice(0, head)}…${address.slice(-tail)}`
