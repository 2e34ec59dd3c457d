import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '../test/attack.ts'
import { acceptFrame, createNonce } from './acceptFrame.ts'
import { type HandshakeScope, shakeHands } from './handshake.ts'

const sequences = attackSize(3_000, 50_000)

const host = 'https://shop.example'
const frameOrigin = 'https://modal.example'
const evil = 'https://evil.example'
const actions = [
  ...['deliver', 'deliver', 'deliver', 'drop', 'replay', 'reload', 'navigate away', 'navigate back'],
  ...['abort', 'close', 'forged hello', 'forged connect'],
] as const

type Envelope = { source: unknown; origin: string; data: unknown; ports: MessagePort[]; target: string }
type Scoped = { target: EventTarget; ended: AbortController; origin: string }

/**
 * The simulated browser: a parent, a frame whose document changes, a third window, and queues of messages that are not
 * delivered yet.
 */
const createWorld = () => {
  const nonce = createNonce()
  const counts = { connected: 0, refused: 0, lost: 0, shaken: 0, strange: 0, misread: 0, stolen: 0 }
  const toParent: Envelope[] = []
  const toChild: Envelope[] = []
  const given = new Set<unknown>()
  const made: MessagePort[] = []
  const otherWindow = {}
  const stop = new AbortController()

  const childProxy = {
    postMessage: (data: unknown, target: string, ports: MessagePort[] = []) => {
      for (const port of ports) given.add(port)
      made.push(...ports)
      toChild.push({ source: parentProxy, origin: host, data, ports, target })
    },
  }
  const parentProxy: HandshakeScope['parent'] = {
    postMessage: (data, target) => {
      const { origin } = document
      toParent.push({ source: childProxy, origin, data, ports: [], target })
    },
  }
  const listenOn = (target: EventTarget): HandshakeScope['addEventListener'] => {
    return (type, listener, options) => target.addEventListener(type, listener as EventListener, options)
  }
  /** Deserialises `data` when it is read, like a browser. */
  const arrive = (target: EventTarget, { source, origin, data, ports }: Envelope, mayRead: boolean) => {
    const read = () => {
      if (!mayRead) counts.misread++
      return data
    }
    const event = Object.defineProperties(new Event('message'), {
      ...{ source: { value: source }, origin: { value: origin }, ports: { value: ports }, data: { get: read } },
    })
    target.dispatchEvent(event)
  }

  let document: Scoped = { target: new EventTarget(), ended: new AbortController(), origin: frameOrigin }
  const load = (origin: string) => {
    document = { target: new EventTarget(), ended: new AbortController(), origin }
    if (origin !== frameOrigin) return
    const scope: HandshakeScope = { parent: parentProxy, addEventListener: listenOn(document.target) }
    const { signal } = document.ended
    shakeHands(scope, { allows: (origin) => origin === host, nonce, signal }).then(
      ({ port, origin: from }) => {
        counts.shaken++
        if (!given.has(port) || from !== host) counts.strange++
      },
      () => undefined,
    )
  }

  const parent = new EventTarget()
  acceptFrame(
    { addEventListener: listenOn(parent) },
    {
      frame: { contentWindow: childProxy },
      ...{ origin: frameOrigin, nonce, projectId: 'default', signal: stop.signal },
      connected: (port) => {
        made.push(port)
        counts.connected++
      },
      refused: () => counts.refused++,
      lost: () => counts.lost++,
    },
  )
  load(frameOrigin)

  const take = (which: number): [Envelope[], number] => {
    const at = which % Math.max(toParent.length + toChild.length, 1)
    return at < toParent.length ? [toParent, at] : [toChild, at - toParent.length]
  }
  const deliver = (list: Envelope[], message: Envelope) => {
    const { source, origin, target, ports } = message
    if (list === toParent) return arrive(parent, message, source === childProxy && origin === frameOrigin)
    // A browser compares the target with the document at the time of delivery.
    if (target !== '*' && target !== document.origin) return
    if (document.origin !== frameOrigin) counts.stolen += ports.filter((port) => given.has(port)).length
    arrive(document.target, message, source === parentProxy && origin === host)
  }
  const forge = (list: Envelope[], data: unknown, source: unknown, origin: string) => {
    const { port1, port2 } = new MessageChannel()
    made.push(port1, port2)
    list.push({ source, origin, data, ports: list === toChild ? [port2] : [], target: '*' })
  }
  const run = (act: (typeof actions)[number], which: number): void => {
    const [list, at] = take(which)
    const message = list[at]
    if (act === 'deliver' && message) {
      list.splice(at, 1)
      deliver(list, message)
    } else if (act === 'drop') list.splice(at, 1)
    else if (act === 'replay' && message && list === toParent) list.push(message)
    else if (act === 'reload' || act === 'navigate back') load(frameOrigin)
    else if (act === 'navigate away') {
      load(evil)
      // The hostile document has read the nonce from its URL and sends the frame's hello.
      parentProxy.postMessage({ t: 'hello', v: [1], n: nonce }, '*')
    } else if (act === 'abort') document.ended.abort(new Error('late'))
    else if (act === 'close') stop.abort()
    else if (act === 'forged hello')
      forge(toParent, { t: 'hello', v: [1], n: nonce }, which % 2 ? otherWindow : null, which % 3 ? frameOrigin : evil)
    else if (act === 'forged connect') {
      const connect = { t: 'connect', v: 1, n: nonce, projectId: 'default' }
      forge(toChild, connect, which % 2 ? otherWindow : parentProxy, which % 2 ? host : evil)
    }
  }
  const end = () => {
    for (const port of made) port.close()
  }
  return { counts, run, end, isClosed: () => stop.signal.aborted }
}

test('opens at most one channel, to the frame alone, for any order of lost, repeated and forged messages', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const step = record({ act: constantFrom(...actions), which: nat(60) })
  const all = { connected: 0, shaken: 0, lost: 0 }
  await assert(
    asyncProperty(array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const { counts, run, end, isClosed } = createWorld()
      try {
        for (const { act, which } of steps) {
          const before = counts.connected
          const wasClosed = isClosed()
          run(act, which)
          await null
          if (wasClosed) expect(counts.connected).toBe(before)
        }
        await null
        expect(counts.connected).toBeLessThanOrEqual(1)
        expect(counts.shaken).toBeLessThanOrEqual(counts.connected)
        expect(counts).toMatchObject({ refused: 0, strange: 0, misread: 0, stolen: 0 })
        all.connected += counts.connected
        all.shaken += counts.shaken
        all.lost += counts.lost
      } finally {
        end()
      }
    }),
    { numRuns: sequences, seed: attackSeed },
  )
  // The sequences must reach connections and lost frames, or the checks above prove nothing.
  for (const count of Object.values(all)) expect(count).toBeGreaterThan(sequences / 20)
  reportAttack(task, 'G3', sequences, 'sequences of the handshake', `seed ${attackSeed}`)
})
