import type { Frame } from '@playwright/test'
import { embedHtml, handshakeNonce } from './attacker.ts'

/** A hostile modal that still works: it shows the wallet, answers it, and records everything that it receives. */

export type ChannelCall = { method: string; args: unknown[] }
export type ChannelReply = { type: string; value?: unknown; name?: string }
export type AnsweredChannelCall = ChannelCall & { reply: ChannelReply }
type Hostile = Window & {
  connect(): void
  call(method: string, args: unknown[]): Promise<ChannelReply>
  callAll(calls: ChannelCall[]): Promise<AnsweredChannelCall[]>
  /** The input events that reach this document. */
  inputEvents: { type: string; key: string }[]
  /** The messages that this document received over the channel. */
  channelMessages: string[]
}

const inputs = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste', 'copy', 'compositionupdate']

export const hostileModal = (wallet: string): string => `
  <style>body { margin: 0 } iframe { border: 0; display: block; width: 360px; height: 640px }</style>
  ${embedHtml(`${wallet}/s/#n=${handshakeNonce}`, 'title="Wallet" allow="storage-access"')}
  <script>
    window.inputEvents = []
    window.channelMessages = []
    for (const type of ${JSON.stringify(inputs)})
      addEventListener(type, (event) => event.isTrusted && inputEvents.push({ type, key: String(event.key ?? event.data ?? '') }), true)
    const waiting = new Map()
    let last = 0
    let port
    window.connect = () => {
      const { port1, port2 } = new MessageChannel()
      port = port1
      port.onmessage = ({ data }) => {
        channelMessages.push(data)
        const { id, path, ...reply } = JSON.parse(data)
        if (path) port.postMessage(JSON.stringify({ id, type: 'RAW' }))
        else waiting.get(id)?.(reply)
      }
      const message = { t: 'connect', v: 1, n: '${handshakeNonce}', projectId: 'demo' }
      document.querySelector('iframe').contentWindow.postMessage(message, '${wallet}', [port2])
    }
    window.call = (method, args) =>
      new Promise((answered) => {
        const id = 'call ' + ++last
        waiting.set(id, answered)
        const argumentList = args.map((value) => ({ type: 'RAW', value }))
        port.postMessage(JSON.stringify({ id, type: 'APPLY', path: [method], argumentList }))
      })
    // Sends as many calls at once as the channel accepts, and aborts those that wait for the visitor.
    window.callAll = async (calls) => {
      const answers = []
      for (let from = 0; from < calls.length; from += 24) {
        let isOver = false
        const some = calls.slice(from, from + 24).map(async ({ method, args }) => ({ method, args, reply: await call(method, args) }))
        const all = Promise.all(some).finally(() => { isOver = true })
        while (!isOver) {
          await Promise.race([all, new Promise((later) => setTimeout(later, 400))])
          if (!isOver) await call('rpcAbort', [])
        }
        answers.push(...(await all))
      }
      return answers
    }
  </script>`

/** The type of the last message that `poke` posts to the secure frame. */
export const lastPoke = 'panel'

export const driveHostileModal = (modal: Frame) => ({
  connect: () => modal.evaluate(() => (window as unknown as Hostile).connect()),
  call: (method: string, ...args: unknown[]) =>
    modal.evaluate(([name, list]) => (window as unknown as Hostile).call(name, list), [method, args] as const),
  /** Sends a call without waiting for the reply. */
  start: (method: string, ...args: unknown[]) =>
    modal.evaluate(([name, list]) => void (window as unknown as Hostile).call(name, list).catch(() => {}), [
      method,
      args,
    ] as const),
  callAll: (calls: ChannelCall[]) => modal.evaluate((list) => (window as unknown as Hostile).callAll(list), calls),
  inputEvents: () => modal.evaluate(() => (window as unknown as Hostile).inputEvents),
  channelMessages: () => modal.evaluate(() => (window as unknown as Hostile).channelMessages),
  /** Focuses the secure frame, dispatches events to it, posts messages to it, and tries to write to its window. */
  poke: () =>
    modal.evaluate((last) => {
      const frame = document.querySelector('iframe') as HTMLIFrameElement
      frame.focus()
      for (const type of ['pointermove', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'])
        frame.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: 180, clientY: 500 }))
      for (const type of ['keydown', 'keyup'])
        frame.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }))
      for (const t of ['approve', 'connect', 'attested', 'answer', last])
        frame.contentWindow?.postMessage({ t, c: '0', n: '1-2-3-4', digest: '', isApproved: true }, '*')
      for (const name of ['approve', 'document', 'eval', 'counted'])
        try {
          Object.assign(frame.contentWindow as Window, { [name]: true })
        } catch {
          // The same-origin policy must throw here.
        }
    }, lastPoke),
})

const names = [
  ...[
    'capabilities',
    'look',
    'connectEmail',
    'connectPasskey',
    'isConnected',
    'rpcRequest',
    'rpcAbort',
    'switchNetwork',
    'openSettings',
  ],
  ...['leave', 'disconnect', 'offerReturn', 'heartbeat'],
]
/** Methods that end the visitor's session or request if their arguments are valid. */
const ending = ['openSettings', 'connectPasskey', 'leave', 'disconnect', 'offerReturn']
const classes: unknown[][] = [
  [],
  [null],
  [{}],
  [[]],
  ['x'],
  [-1],
  ['x', 'y'],
  [{ constructor: { prototype: 1 }, toString: 'x', length: 1e9 }],
  ['<img src=x onerror=alert(1)>'],
]
const look = { theme: 'light', locale: 'en', width: 360 }

/** Every method of the channel with every class of argument, and names that are not methods. */
export const channelCalls: ChannelCall[] = [
  ...names.flatMap((method) =>
    classes.filter((args) => args.length > 0 || !ending.includes(method)).map((args) => ({ method, args })),
  ),
  ...['approve', 'answer', 'sign', 'signEvm', 'unlock', 'exportKey', 'constructor', '__proto__', 'toString'].map(
    (method) => ({ method, args: [{ digest: '', isApproved: true, choiceId: 'only' }] }),
  ),
  { method: 'look', args: [{ ...look, accent: 'url(//evil.example)' }] },
  { method: 'look', args: [{ ...look, width: 1 }] },
  { method: 'look', args: [{ ...look, radius: 1e9 }] },
  { method: 'look', args: [{ ...look, locale: '"><script>' }] },
  { method: 'switchNetwork', args: ['eip155:1; drop'] },
]
