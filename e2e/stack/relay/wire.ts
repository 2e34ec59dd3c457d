/** A parsed request. `id` is JSON text, since some clients send numbers with more digits than a double holds. */
type Incoming =
  | { kind: 'request'; id: string; method: string; params: Record<string, unknown> }
  | { kind: 'reply'; id: number }
  | { kind: 'unreadable'; id: string }

export type RelayError = { code: number; message: string; data?: string }

/** The error numbers and message tags that WalletConnect's relay, written in Rust, uses. */
export const relayErrors = {
  invalidTopic: { code: -32600, message: 'Invalid request payload', data: 'InvalidTopic' },
  invalidParams: { code: -32600, message: 'Invalid request payload', data: 'InvalidParams' },
  batchEmpty: { code: -32600, message: 'Invalid request payload', data: 'BatchEmpty' },
  batchLimitExceeded: { code: -32600, message: 'Invalid request payload', data: 'BatchLimitExceeded' },
  ttlTooShort: { code: -32000, message: 'Request failed', data: 'TtlTooShort' },
  ttlTooLong: { code: -32000, message: 'Request failed', data: 'TtlTooLong' },
  mailboxLimitExceeded: { code: -32000, message: 'Request failed', data: 'MailboxLimitExceeded' },
  methodNotFound: { code: -32601, message: 'Method not found' },
} as const satisfies Record<string, RelayError>

export function parseRelayMessage(text: string): Incoming {
  let frame: unknown
  try {
    frame = JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
  } catch {
    return { kind: 'unreadable', id: 'null' }
  }
  if (typeof frame !== 'object' || frame === null) return { kind: 'unreadable', id: 'null' }
  const { id, method, params } = frame as { id?: unknown; method?: unknown; params?: unknown }
  const idText = writeId(id)
  if (typeof method === 'string' && idText !== 'null') {
    const isRecord = typeof params === 'object' && params !== null && !Array.isArray(params)
    return { kind: 'request', id: idText, method, params: isRecord ? { ...params } : {} }
  }
  if (method === undefined && Number.isSafeInteger(Number(id)) && Object.hasOwn(frame, 'result'))
    return { kind: 'reply', id: Number(id) }
  return { kind: 'unreadable', id: idText }
}

export const writeResult = (id: string, result: unknown): string =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
export const writeError = (id: string, error: RelayError): string =>
  `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(error)}}`
export const writeRequest = (id: number, method: string, params: unknown): string =>
  JSON.stringify({ id, jsonrpc: '2.0', method, params })

/** A whole number that a double would round becomes a bigint, from the digits that were sent. */
const keepDigits = (_: string, value: unknown, { source = '' }: { source?: string }): unknown =>
  typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? BigInt(source) : value

function writeId(id: unknown): string {
  if (typeof id === 'bigint') return id.toString()
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : 'null'
}
