/** Writes an address in groups of four characters, which are easier to read. */
export const groupAddress = (address: string): string[] => {
  const head = address.startsWith('0x') ? 6 : 4
  return [address.slice(0, head), ...(address.slice(head).match(/.{1,4}/g) ?? [])]
}

/** Keeps both ends, which people compare: `0x7A…A0c36E`. */
export const shortenAddress = (address: string, head = 4, tail = 6): string =>
  address.length <= head + tail ? address : `${address.slice(0, head)}…${address.slice(-tail)}`
