/** The part of Node's `Buffer` that sign-client needs for sign-in messages. sign-client brings no polyfill. */
export const bufferFrom = (
  value: string | ArrayLike<number> | ArrayBuffer,
  from?: string | number,
  length?: number,
) => {
  const bytes = bytesOf(value, from, length)
  return Object.assign(bytes, { toString: (form?: string) => writeText(bytes, form) })
}

export const provideBuffer = (scope: { Buffer?: unknown }): void => {
  // Other packages check whether functions such as `Buffer.isBuffer` exist before they use `Buffer`.
  scope.Buffer ??= { from: bufferFrom, isBuffer: () => false }
}

/**
 * As soon as a global `Buffer` exists, other packages decode socket messages with it, and pass an offset and a length.
 */
const bytesOf = (value: Parameters<typeof bufferFrom>[0], from?: string | number, length?: number): Uint8Array => {
  if (typeof value === 'string') return readText(value, from)
  return value instanceof ArrayBuffer ? new Uint8Array(value, Number(from ?? 0), length) : Uint8Array.from(value)
}

const readText = (text: string, encoding?: string | number): Uint8Array =>
  encoding === 'base64'
    ? Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    : new TextEncoder().encode(text)

const writeText = (bytes: Uint8Array, form?: string): string => {
  if (form === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (form === 'base64') return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return new TextDecoder().decode(bytes)
}
