import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { limitMs, seed, shows, size } from '../test/attack.ts'
import { acceptFrame, createNonce, type Scope, shakeHands } from './handshake.ts'

const sequences = size(3_000, 50_000)

const host = 'https://shop.example'
const frameOrigin = 'https://modal.example'
const evil = 'https://evil.example'
const acts = [
  ...['deliver', 'deliver', 'deliver', 'drop', 'replay', 'reload', 'lead away', 'come back'],
  ...['give up', 'close', 'forged hello', 'forged connect'],
] as const

type Envelope = { source: unknown; origin: string; data: unknown; ports: MessagePort[]; target: string }
type Scoped = { target: EventTarget; ended: AbortController; origin: string }

/** One parent, one frame whose document changes, somebody beside them, and messages that are under way as long as it takes. */
const createWorld = () => {
  const nonce = createNonce()
  const found = { connected: 0, refused: 0, lost: 0, shaken: 0, strange: 0, misread: 0, stolen: 0 }
  const toParent: Envelope[] = []
  const toChild: Envelope[] = []
  const given = new Set<unknown>()
  const made: MessagePort[] = []
  const beside = {}
  const stop = new AbortController()

  const childProxy = {
    postMessage: (data: unknown, target: string, ports: MessagePort[] = []) => {
      for (const port of ports) given.add(port)
      made.push(...ports)
      toChild.push({ source: parentProxy, origin: host, data, ports, target })
    },
  }
  const parentProxy: Scope['parent'] = {
    postMessage: (data, target) => {
      const { origin } = document
      toParent.push({ source: childProxy, origin, data, ports: [], target })
    },
  }
  const listenOn = (target: EventTarget): Scope['addEventListener'] => {
    return (type, listener, options) => target.addEventListener(type, listener as EventListener, options)
  }
  /** Deserialises `data` when it is read, like a browser. */
  const arrive = (target: EventTarget, { source, origin, data, ports }: Envelope, mayRead: boolean) => {
    const read = () => {
      if (!mayRead) found.misread++
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
    const scope: Scope = { parent: parentProxy, addEventListener: listenOn(document.target) }
    const { signal } = document.ended
    shakeHands(scope, { allows: (asked) => asked === host, nonce, signal }).then(
      ({ port, origin: from }) => {
        found.shaken++
        if (!given.has(port) || from !== host) found.strange++
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
        found.connected++
      },
      refused: () => found.refused++,
      lost: () => found.lost++,
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
    // A browser compares with the document that is there when the message comes.
    if (target !== '*' && target !== document.origin) return
    if (document.origin !== frameOrigin) found.stolen += ports.filter((port) => given.has(port)).length
    arrive(document.target, message, source === parentProxy && origin === host)
  }
  const forge = (list: Envelope[], data: unknown, source: unknown, origin: string) => {
    const { port1, port2 } = new MessageChannel()
    made.push(port1, port2)
    list.push({ source, origin, data, ports: list === toChild ? [port2] : [], target: '*' })
  }
  const run = (act: (typeof acts)[number], which: number): void => {
    const [list, at] = take(which)
    const message = list[at]
    if (act === 'deliver' && message) {
      list.splice(at, 1)
      deliver(list, message)
    } else if (act === 'drop') list.splice(at, 1)
    else if (act === 'replay' && message && list === toParent) list.push(message)
    else if (act === 'reload' || act === 'come back') load(frameOrigin)
    else if (act === 'lead away') {
      load(evil)
      // It has read the address, and says what the modal would say.
      parentProxy.postMessage({ t: 'hello', v: [1], n: nonce }, '*')
    } else if (act === 'give up') document.ended.abort(new Error('late'))
    else if (act === 'close') stop.abort()
    else if (act === 'forged hello')
      forge(toParent, { t: 'hello', v: [1], n: nonce }, which % 2 ? beside : null, which % 3 ? frameOrigin : evil)
    else if (act === 'forged connect') {
      const connect = { t: 'connect', v: 1, n: nonce, projectId: 'default' }
      forge(toChild, connect, which % 2 ? beside : parentProxy, which % 2 ? host : evil)
    }
  }
  const end = () => {
    for (const port of made) port.close()
  }
  return { found, run, end, isClosed: () => stop.signal.aborted }
}

test('however messages are mixed, lost, repeated and forged, there is one line and nobody else has it', {
  timeout: limitMs(),
}, async ({ task }) => {
  const step = record({ act: constantFrom(...acts), which: nat(60) })
  const all = { connected: 0, shaken: 0, lost: 0 }
  await assert(
    asyncProperty(array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const { found, run, end, isClosed } = createWorld()
      try {
        for (const { act, which } of steps) {
          const before = found.connected
          const wasClosed = isClosed()
          run(act, which)
          await null
          if (wasClosed) expect(found.connected).toBe(before)
        }
        await null
        expect(found.connected).toBeLessThanOrEqual(1)
        expect(found.shaken).toBeLessThanOrEqual(found.connected)
        expect(found).toMatchObject({ refused: 0, strange: 0, misread: 0, stolen: 0 })
        all.connected += found.connected
        all.shaken += found.shaken
        all.lost += found.lost
      } finally {
        end()
      }
    }),
    { numRuns: sequences, seed },
  )
  // Lines came about, and frames were lost, so the silence is not for want of them.
  for (const count of Object.values(all)) expect(count).toBeGreaterThan(sequences / 20)
  shows(task, 'G3', sequences, 'sequences of the handshake', `seed ${seed}`)
})
