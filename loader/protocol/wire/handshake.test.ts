import { describe, expect, test, vi } from 'vitest'
import { acceptFrame, createNonce } from './acceptFrame.ts'
import { answerAttestation, readNonce, refuseToStart, shakeHands } from './handshake.ts'

const host = 'https://shop.example'
const frameOrigin = 'https://modal.example'

type Sent = { message: Record<string, unknown>; targetOrigin: string; ports: MessagePort[] }

/** The part of a window that the handshake uses. The e2e tests verify the browsers' own rules. */
const createWindow = () => {
  const target = new EventTarget()
  const sent: Sent[] = []
  return {
    sent,
    postMessage: (message: unknown, targetOrigin: string, ports: MessagePort[] = []) => {
      sent.push({ message: message as Record<string, unknown>, targetOrigin, ports })
    },
    addEventListener: (type: string, listener: (event: MessageEvent) => void, options?: { signal: AbortSignal }) =>
      target.addEventListener(type, listener as EventListener, options),
    receive: (source: unknown, origin: string, data: unknown, ports: MessagePort[] = []) => {
      const read = vi.fn(() => data)
      const event = Object.defineProperties(new Event('message'), {
        source: { value: source },
        origin: { value: origin },
        ports: { value: ports },
        data: { get: read },
      })
      target.dispatchEvent(event)
      return read
    },
  }
}

const parentSide = () => {
  const self = createWindow()
  const child = createWindow()
  const stop = new AbortController()
  const connected = vi.fn()
  const refused = vi.fn()
  const lost = vi.fn()
  const nonce = createNonce()
  acceptFrame(self, {
    frame: { contentWindow: child },
    origin: frameOrigin,
    nonce,
    projectId: 'default',
    signal: stop.signal,
    connected,
    refused,
    lost,
  })
  const hello = { t: 'hello', v: [1], n: nonce }
  return { self, child, stop, connected, refused, lost, nonce, hello }
}

test('creates a nonce of 128 random bits that a URL fragment carries unchanged', () => {
  const nonce = createNonce()
  expect(nonce).toMatch(/^\d+(-\d+){3}$/)
  expect(new Set(Array.from({ length: 100 }, createNonce)).size).toBe(100)
  expect(readNonce(`#n=${nonce}`)).toBe(nonce)
  expect(readNonce('')).toBe('')
})

describe('acceptFrame, the parent’s part of the handshake', () => {
  test('the parent answers the hello of its frame with one port, to its exact origin', () => {
    const { self, child, connected, nonce, hello } = parentSide()
    self.receive(child, frameOrigin, hello)
    expect(connected).toHaveBeenCalledTimes(1)
    expect(child.sent).toMatchObject([
      { message: { t: 'connect', v: 1, n: nonce, projectId: 'default' }, targetOrigin: frameOrigin },
    ])
    expect(child.sent[0]?.ports).toHaveLength(1)
  })

  test.each([
    ['another window', frameOrigin, () => createWindow()],
    ['no window', frameOrigin, () => null],
    ['another origin', 'https://modal.example.evil.example', undefined],
    ['an opaque origin', 'null', undefined],
  ])('does not read the data of a message from %s', (_name, origin, other) => {
    const { self, child, connected, hello } = parentSide()
    const read = self.receive(other ? other() : child, origin, hello)
    expect(read).not.toHaveBeenCalled()
    expect(connected).not.toHaveBeenCalled()
  })

  test.each([
    ['another nonce', { n: createNonce() }],
    ['no nonce', { n: undefined }],
    ['another kind', { t: 'attest' }],
  ])('ignores a hello with %s', (_name, change) => {
    const { self, child, connected, hello } = parentSide()
    self.receive(child, frameOrigin, { ...hello, ...change })
    expect(connected).not.toHaveBeenCalled()
  })

  test.each([null, undefined, 'hello', 5, [], { t: {}, v: {}, n: {} }])(
    'the parent ignores the malformed message %j',
    (data) => {
      const { self, child, connected } = parentSide()
      self.receive(child, frameOrigin, data)
      expect(connected).not.toHaveBeenCalled()
    },
  )

  test('the parent reports a second hello as the loss of the frame and does not connect again', () => {
    const { self, child, connected, lost, hello } = parentSide()
    self.receive(child, frameOrigin, hello)
    self.receive(child, frameOrigin, hello)
    expect(connected).toHaveBeenCalledTimes(1)
    expect(lost).toHaveBeenCalledTimes(1)
    expect(child.sent).toHaveLength(1)
  })

  test('the parent refuses a hello without a common version', () => {
    const { self, child, connected, refused, hello } = parentSide()
    self.receive(child, frameOrigin, { ...hello, v: [2, 3] })
    expect(refused).toHaveBeenCalledWith('UNSUPPORTED_VERSION')
    expect(connected).not.toHaveBeenCalled()
  })

  test('the parent reports why a frame’s document refuses to start, but not after the frame connected', () => {
    const { self, child, refused, hello } = parentSide()
    self.receive(child, frameOrigin, { t: 'refused', reason: 'ORIGIN_NOT_ALLOWED' })
    expect(refused).toHaveBeenCalledWith('ORIGIN_NOT_ALLOWED')
    self.receive(child, frameOrigin, hello)
    self.receive(child, frameOrigin, { t: 'refused', reason: 'OFFLINE' })
    expect(refused).toHaveBeenCalledTimes(1)
  })

  test.each([{ t: 'refused', reason: 5 }, { t: 'refused' }, { t: 'other', reason: 'ORIGIN_NOT_ALLOWED' }])(
    'the parent takes %j for no refusal',
    (message) => {
      const { self, child, refused } = parentSide()
      self.receive(child, frameOrigin, message)
      expect(refused).not.toHaveBeenCalled()
    },
  )

  test('the parent ignores messages after its signal aborts', () => {
    const { self, child, stop, connected, hello } = parentSide()
    stop.abort()
    self.receive(child, frameOrigin, hello)
    expect(connected).not.toHaveBeenCalled()
  })
})

describe('shakeHands, the child’s part of the handshake', () => {
  const childSide = (signal?: AbortSignal) => {
    const parent = createWindow()
    const self = { ...createWindow(), parent }
    const nonce = createNonce()
    const shaken = shakeHands(self, { allows: (origin) => origin === host, nonce, ...(signal && { signal }) })
    const { port1, port2 } = new MessageChannel()
    const connect = { t: 'connect', v: 1, n: nonce, projectId: 'default' }
    return { self, parent, nonce, shaken, port1, port2, connect }
  }

  test('the child sends a hello with its nonce and versions only', () => {
    const { parent, nonce } = childSide()
    expect(parent.sent).toEqual([{ message: { t: 'hello', v: [1], n: nonce }, targetOrigin: '*', ports: [] }])
  })

  test('the child resolves with the received port and the origin of the parent that sent it', async () => {
    const { self, parent, shaken, port2, connect } = childSide()
    self.receive(parent, host, connect, [port2])
    expect(await shaken).toEqual({ port: port2, origin: host, projectId: 'default' })
  })

  test('the child accepts only the first of two connect messages in the same turn', async () => {
    const { self, parent, shaken, port1, port2, connect } = childSide()
    self.receive(parent, host, connect, [port2])
    const read = self.receive(parent, host, connect, [port1])
    expect((await shaken).port).toBe(port2)
    expect(read).not.toHaveBeenCalled()
  })

  test.each([
    ['a window that is not its parent', host, true],
    ['an origin that is not allowed', 'https://evil.example', false],
    ['an opaque origin', 'null', false],
  ])('does not read the data of a message from %s', (_name, origin, isOtherWindow) => {
    const { self, parent, port2, connect } = childSide()
    expect(self.receive(isOtherWindow ? createWindow() : parent, origin, connect, [port2])).not.toHaveBeenCalled()
  })

  test.each([
    ['another nonce', { n: 'replayed' }, 1],
    ['another version', { v: 2 }, 1],
    ['no port', {}, 0],
    ['two ports', {}, 2],
    ['no project', { projectId: undefined }, 1],
    ['a project name that is too long', { projectId: 'x'.repeat(65) }, 1],
  ])('ignores a connect with %s and accepts the next valid connect', async (_name, change, ports) => {
    const { self, parent, shaken, port1, port2, connect } = childSide()
    self.receive(parent, host, { ...connect, ...change }, [new MessageChannel().port1, port1].slice(0, ports))
    self.receive(parent, host, connect, [port2])
    expect((await shaken).port).toBe(port2)
  })

  test('the child rejects the handshake when its signal aborts', async () => {
    const stop = new AbortController()
    const { self, parent, shaken, port2, connect } = childSide(stop.signal)
    stop.abort()
    self.receive(parent, host, connect, [port2])
    await expect(shaken).rejects.toBe(stop.signal.reason)
  })
})

test('the page answers an attestation challenge of the secure origin only', () => {
  const self = createWindow()
  const secure = createWindow()
  answerAttestation(self, 'https://wallet.example')
  self.receive(secure, 'https://wallet.example', { t: 'attest', c: 'challenge' })
  self.receive(secure, 'https://wallet.example', { t: 'other', c: 'challenge' })
  const read = self.receive(secure, frameOrigin, { t: 'attest', c: 'challenge' })
  expect(read).not.toHaveBeenCalled()
  expect(secure.sent).toMatchObject([
    { message: { t: 'attested', c: 'challenge' }, targetOrigin: 'https://wallet.example' },
  ])
})

test('a document that refuses to start tells its parent the reason and nothing else', () => {
  const parent = createWindow()
  refuseToStart({ ...createWindow(), parent }, 'ORIGIN_NOT_ALLOWED')
  expect(parent.sent).toEqual([
    { message: { t: 'refused', reason: 'ORIGIN_NOT_ALLOWED' }, targetOrigin: '*', ports: [] },
  ])
})
