import { describe, expect, test, vi } from 'vitest'
import { acceptFrame, answerAttestation, createNonce, readNonce, shakeHands } from './handshake.ts'

const host = 'https://shop.example'
const frameOrigin = 'https://modal.example'

type Sent = { message: Record<string, unknown>; targetOrigin: string; ports: MessagePort[] }

/** The part of a window that the handshake uses. The e2e tests prove the rules of browsers. */
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
  const own = createWindow()
  const child = createWindow()
  const stop = new AbortController()
  const connected = vi.fn()
  const refused = vi.fn()
  const lost = vi.fn()
  const nonce = createNonce()
  acceptFrame(own, {
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
  return { own, child, stop, connected, refused, lost, nonce, hello }
}

test('a nonce is 128 random bits that a fragment carries unchanged', () => {
  const nonce = createNonce()
  expect(nonce).toMatch(/^\d+(-\d+){3}$/)
  expect(new Set(Array.from({ length: 100 }, createNonce)).size).toBe(100)
  expect(readNonce(`#n=${nonce}`)).toBe(nonce)
  expect(readNonce('')).toBe('')
})

describe('the parent', () => {
  test('answers the hello of its frame with one port, to its exact origin', () => {
    const { own, child, connected, nonce, hello } = parentSide()
    own.receive(child, frameOrigin, hello)
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
  ])('never reads what comes from %s', (_name, origin, other) => {
    const { own, child, connected, hello } = parentSide()
    const read = own.receive(other ? other() : child, origin, hello)
    expect(read).not.toHaveBeenCalled()
    expect(connected).not.toHaveBeenCalled()
  })

  test.each([
    ['another nonce', { n: createNonce() }],
    ['no nonce', { n: undefined }],
    ['another kind', { t: 'attest' }],
  ])('ignores a hello with %s', (_name, change) => {
    const { own, child, connected, hello } = parentSide()
    own.receive(child, frameOrigin, { ...hello, ...change })
    expect(connected).not.toHaveBeenCalled()
  })

  test.each([null, undefined, 'hello', 5, [], { t: {}, v: {}, n: {} }])('is not upset by %j', (data) => {
    const { own, child, connected } = parentSide()
    own.receive(child, frameOrigin, data)
    expect(connected).not.toHaveBeenCalled()
  })

  test('takes a second hello as the loss of the frame, and connects no second time', () => {
    const { own, child, connected, lost, hello } = parentSide()
    own.receive(child, frameOrigin, hello)
    own.receive(child, frameOrigin, hello)
    expect(connected).toHaveBeenCalledTimes(1)
    expect(lost).toHaveBeenCalledTimes(1)
    expect(child.sent).toHaveLength(1)
  })

  test('says that no version is common', () => {
    const { own, child, connected, refused, hello } = parentSide()
    own.receive(child, frameOrigin, { ...hello, v: [2, 3] })
    expect(refused).toHaveBeenCalledWith('UNSUPPORTED_VERSION')
    expect(connected).not.toHaveBeenCalled()
  })

  test('passes on why a document refuses, but not after it connected', () => {
    const { own, child, refused, hello } = parentSide()
    own.receive(child, frameOrigin, { t: 'refused', reason: 'ORIGIN_NOT_ALLOWED' })
    expect(refused).toHaveBeenCalledWith('ORIGIN_NOT_ALLOWED')
    own.receive(child, frameOrigin, hello)
    own.receive(child, frameOrigin, { t: 'refused', reason: 'OFFLINE' })
    expect(refused).toHaveBeenCalledTimes(1)
  })

  test('hears nothing after its signal', () => {
    const { own, child, stop, connected, hello } = parentSide()
    stop.abort()
    own.receive(child, frameOrigin, hello)
    expect(connected).not.toHaveBeenCalled()
  })
})

describe('the child', () => {
  const childSide = (signal?: AbortSignal) => {
    const parent = createWindow()
    const own = { ...createWindow(), parent }
    const nonce = createNonce()
    const shaken = shakeHands(own, { allows: (origin) => origin === host, nonce, ...(signal && { signal }) })
    const { port1, port2 } = new MessageChannel()
    const connect = { t: 'connect', v: 1, n: nonce, projectId: 'default' }
    return { own, parent, nonce, shaken, port1, port2, connect }
  }

  test('says hello with its nonce and versions, and nothing else', () => {
    const { parent, nonce } = childSide()
    expect(parent.sent).toEqual([{ message: { t: 'hello', v: [1], n: nonce }, targetOrigin: '*', ports: [] }])
  })

  test('takes the port and remembers who gave it', async () => {
    const { own, parent, shaken, port2, connect } = childSide()
    own.receive(parent, host, connect, [port2])
    expect(await shaken).toEqual({ port: port2, origin: host, projectId: 'default' })
  })

  test('takes one connect, even of two in the same turn', async () => {
    const { own, parent, shaken, port1, port2, connect } = childSide()
    own.receive(parent, host, connect, [port2])
    const read = own.receive(parent, host, connect, [port1])
    expect((await shaken).port).toBe(port2)
    expect(read).not.toHaveBeenCalled()
  })

  test.each([
    ['a window that is not its parent', host, true],
    ['an origin that is not allowed', 'https://evil.example', false],
    ['an opaque origin', 'null', false],
  ])('never reads what comes from %s', (_name, origin, stranger) => {
    const { own, parent, port2, connect } = childSide()
    expect(own.receive(stranger ? createWindow() : parent, origin, connect, [port2])).not.toHaveBeenCalled()
  })

  test.each([
    ['another nonce', { n: 'replayed' }, 1],
    ['another version', { v: 2 }, 1],
    ['no port', {}, 0],
    ['two ports', {}, 2],
    ['no project', { projectId: undefined }, 1],
    ['a project name that is too long', { projectId: 'x'.repeat(65) }, 1],
  ])('does not take a connect with %s, and still takes the right one', async (_name, change, ports) => {
    const { own, parent, shaken, port1, port2, connect } = childSide()
    own.receive(parent, host, { ...connect, ...change }, [new MessageChannel().port1, port1].slice(0, ports))
    own.receive(parent, host, connect, [port2])
    expect((await shaken).port).toBe(port2)
  })

  test('gives up by its signal', async () => {
    const stop = new AbortController()
    const { own, parent, shaken, port2, connect } = childSide(stop.signal)
    stop.abort()
    own.receive(parent, host, connect, [port2])
    await expect(shaken).rejects.toBe(stop.signal.reason)
  })
})

test('the top window answers a challenge to the secure origin only', () => {
  const own = createWindow()
  const secure = createWindow()
  answerAttestation(own, 'https://wallet.example')
  own.receive(secure, 'https://wallet.example', { t: 'attest', c: 'challenge' })
  own.receive(secure, 'https://wallet.example', { t: 'other', c: 'challenge' })
  const read = own.receive(secure, frameOrigin, { t: 'attest', c: 'challenge' })
  expect(read).not.toHaveBeenCalled()
  expect(secure.sent).toMatchObject([
    { message: { t: 'attested', c: 'challenge' }, targetOrigin: 'https://wallet.example' },
  ])
})
