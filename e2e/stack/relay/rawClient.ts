import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { writeDidKey } from './didKey.ts'

/** A client for tests that sends protocol messages by hand. It acknowledges a push only if the test does. */
type Identity = { clientId: string; key: KeyObject }
type Push = { id: number; method: string; params: { id: string; data: Record<string, unknown> } }
type Claims = Partial<{ iss: string; sub: string; aud: string; iat: number; exp: number }>

export function createClientIdentity(): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return { clientId: writeDidKey(raw), key: privateKey }
}

export function createClientToken({ clientId, key }: Identity, aud: string, claims: Claims = {}): string {
  const iat = Math.floor(Date.now() / 1000)
  const body = { iss: clientId, sub: '00'.repeat(32), aud, iat, exp: iat + 86_400, ...claims }
  const text = [{ alg: 'EdDSA', typ: 'JWT' }, body]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

export function openSocket(
  url: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): WebSocket {
  return new WebSocket(`${url}/?${new URLSearchParams(query)}`, { headers })
}

/**
 * Connects a client with the given identity. The test ends the socket with `socket.terminate()`, or the socket ends
 * with the relay.
 */
export async function connectClient(url: string, identity: Identity = createClientIdentity()) {
  const socket = openSocket(url, { auth: createClientToken(identity, url), projectId: 'demo', useOnCloseEvent: 'true' })
  const replies = new Map<string, (text: string) => void>()
  const pushes: Push[] = []
  const eager: ((push: Push) => void)[] = []
  let lastId = 0
  socket.on('message', (data) => {
    const text = String(data)
    const frame = JSON.parse(text)
    if (frame.method) {
      const take = eager.shift()
      if (take) take(frame)
      else pushes.push(frame)
    } else replies.get(String(frame.id))?.(text)
  })
  await once(socket, 'open')

  /**
   * Sends a request and returns the whole answer as text. The id is passed as JSON text, so that it may be a number or
   * a string.
   */
  async function ask(id: string, method: string, params: unknown): Promise<string> {
    const answered = new Promise<string>((resolve) => replies.set(String(JSON.parse(id)), resolve))
    socket.send(`{"id":${id},"jsonrpc":"2.0","method":"${method}","params":${JSON.stringify(params)}}`)
    return answered
  }

  return {
    ...identity,
    socket,
    /** The received messages that the test has not read yet. */
    pushes,
    ask,
    async call(method: string, params: unknown): Promise<{ result?: unknown; error?: unknown }> {
      const { result, error } = JSON.parse(await ask(String(++lastId), method, params))
      return error ? { error } : { result }
    },
    next: (): Promise<Push> => {
      const first = pushes.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => eager.push(resolve))
    },
    receive({ id }: Push): void {
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    },
  }
}
