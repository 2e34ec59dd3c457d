import { once } from 'node:events'

/** How much slower a visitor's device and network are than this machine. */
export type SlowdownConditions = {
  /** 4 means that each main thread runs at a quarter of its speed. */
  cpu: number
  line?: { roundTripMs: number; megabitsPerSecond: number }
}

/** The three conditions under which the first view is measured. */
export const slowdownConditions = {
  'full speed': { cpu: 1 },
  'CPU 4× slower': { cpu: 4 },
  'CPU 4× slower, 60 ms and 9 Mbit/s': { cpu: 4, line: { roundTripMs: 60, megabitsPerSecond: 9 } },
} as const satisfies Record<string, SlowdownConditions>

/** The fields of the DevTools event `Network.requestWillBeSent` that the bench reads. */
export type SentRequest = {
  requestId: string
  documentURL: string
  request: { url: string }
  /** The time of the request in epoch seconds. */
  wallTime: number
  initiator: { url?: string; stack?: { callFrames: { url: string }[] } }
}

/**
 * Slows every page and frame of a browser, also those that start later. Playwright's own DevTools session would slow
 * one target only, and a frame of another origin is another target. `port` is the browser's `--remote-debugging-port`.
 * `onRequest` sees the requests of all targets. Returns the stop function.
 */
export async function slowDown(
  port: number,
  { cpu, line }: SlowdownConditions,
  onRequest?: (request: SentRequest) => void,
): Promise<() => void> {
  const { webSocketDebuggerUrl } = await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  let id = 0
  const send = (method: string, params: object, sessionId?: string): void => {
    id += 1
    socket.send(JSON.stringify({ id, method, params, sessionId }))
  }
  const attach = (sessionId?: string): void =>
    send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, sessionId)
  socket.onmessage = ({ data }) => {
    const { method, params } = JSON.parse(data)
    if (method === 'Network.requestWillBeSent') onRequest?.(params)
    if (method !== 'Target.attachedToTarget') return
    const { sessionId } = params
    attach(sessionId)
    if (cpu > 1) send('Emulation.setCPUThrottlingRate', { rate: cpu }, sessionId)
    if (line || onRequest) send('Network.enable', {}, sessionId)
    if (line) {
      const bytesPerSecond = (line.megabitsPerSecond * 1_000_000) / 8
      const speed = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
      send('Network.emulateNetworkConditions', { offline: false, latency: line.roundTripMs, ...speed }, sessionId)
    }
    send('Runtime.runIfWaitingForDebugger', {}, sessionId)
  }
  attach()
  return () => socket.close()
}
