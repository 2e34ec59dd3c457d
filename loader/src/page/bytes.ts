/** Conversions between bytes and text. The text comes from a page or a wallet, so each `from…` function may throw. */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export const toBase58 = (bytes: Uint8Array): string => {
  const leading = bytes.findIndex(Boolean)
  const zeros = leading < 0 ? bytes.length : leading
  let number = bytes.length > zeros ? BigInt(`0x${toHex(bytes)}`) : 0n
  let text = ''
  for (; number; number /= 58n) text = alphabet[Number(number % 58n)] + text
  return '1'.repeat(zeros) + text
}

export const fromBase58 = (text: string): Uint8Array => {
  let number = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) throw new TypeError('Not base58')
    number = number * 58n + BigInt(digit)
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const hex = number ? number.toString(16) : ''
  return fromHex('00'.repeat(zeros) + (hex.length % 2 ? `0${hex}` : hex))
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

export const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const fromHex = (text: string): Uint8Array => {
  if (!/^(?:[\da-f]{2})*$/i.test(text)) throw new TypeError('Not hex')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
