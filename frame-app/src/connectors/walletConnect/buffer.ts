/**
 * As much of Node's `Buffer` as the client takes for granted where a wallet signs in: browsers have none, and its package
 * brings none along.
 */
export const bufferFrom = (value: string | ArrayLike<number>, encoding?: string) => {
  const bytes = typeof value === 'string' ? readText(value, encoding) : Uint8Array.from(value)
  return Object.assign(bytes, { toString: (form?: string) => writeText(bytes, form) })
}

export const provideBuffer = (scope: { Buffer?: unknown }): void => {
  // Others ask what there is before they use it, and find none of what is not here.
  scope.Buffer ??= { from: bufferFrom, isBuffer: () => false }
}

const readText = (text: string, encoding?: string): Uint8Array =>
  encoding === 'base64'
    ? Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    : new TextEncoder().encode(text)

const writeText = (bytes: Uint8Array, form?: string): string => {
  if (form === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (form === 'base64') return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return new TextDecoder().decode(bytes)
}
