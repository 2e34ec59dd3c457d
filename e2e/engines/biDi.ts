import { keyActions, mouseActions } from './actions.ts'
import type { EngineBrowser, FramePath, Point, Tab } from './engine.ts'

type Answer = { id: number; type: 'success' | 'error'; result?: unknown; error?: string; message?: string }
type RemoteValue = { type: string; value?: unknown }
type Evaluated = { type: 'success'; result: RemoteValue } | { type: 'exception'; exceptionDetails: { text: string } }
type Context = { context: Tab }

/** Drives a browser through WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), over the browser's own socket. */
export async function connectBiDi(url: string, end: () => Promise<void>): Promise<EngineBrowser> {
  const socket = new WebSocket(url)
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened)
    socket.addEventListener('error', () => failed(new Error(`${url} refused the connection.`)))
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let lastId = 0
  const send = async <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = ++lastId
    const answered = new Promise<Answer>((done) => waiting.set(id, done))
    socket.send(JSON.stringify({ id, method, params }))
    const { type, result, error, message } = await answered
    if (type === 'error') throw new Error(`${method}: ${error}: ${message}`)
    return result as Result
  }
  await send('session.new', { capabilities: {} })

  const call = async (context: Tab, functionDeclaration: string): Promise<RemoteValue> => {
    const params = { functionDeclaration, awaitPromise: false, target: { context } }
    const answer = await send<Evaluated>('script.callFunction', params)
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return answer.result
  }
  const contextOf = async (tab: Tab, path: FramePath): Promise<Tab> => {
    let context = tab
    for (const selector of path) {
      const found = await call(context, `() => document.querySelector(${JSON.stringify(selector)})?.contentWindow`)
      if (found.type !== 'window') throw new Error(`No frame matches ${selector}.`)
      context = (found.value as Context).context
    }
    return context
  }
  /** The innermost frame under a point of the tab, and the point in that frame. */
  const hitAt = async (tab: Tab, point: Point): Promise<{ context: Tab; point: Point }> => {
    let hit = { context: tab, point }
    for (;;) {
      const found = await call(hit.context, `() => (${frameAt})(${hit.point.x}, ${hit.point.y})`)
      if (found.type !== 'array') return hit
      const [frame, x, y] = found.value as [{ value: Context }, { value: number }, { value: number }]
      hit = { context: frame.value.context, point: { x: x.value, y: y.value } }
    }
  }
  const act = (tab: Tab, actions: object[]) => send<void>('input.performActions', { context: tab, actions })
  return {
    async openTab(url) {
      const { context } = await send<Context>('browsingContext.create', { type: 'tab' })
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
      return context
    },
    async tabs() {
      const { contexts } = await send<{ contexts: Context[] }>('browsingContext.getTree', { maxDepth: 0 })
      return contexts.map(({ context }) => context)
    },
    reload: (tab) => send('browsingContext.reload', { context: tab, wait: 'complete' }),
    closeTab: (tab) => send('browsingContext.close', { context: tab }),
    async run(tab, path, body, ...values) {
      // Text is the one form in which plain data crosses without a reference to an object of the page.
      const declaration = `() => JSON.stringify({ value: (${body}).apply(null, ${JSON.stringify(values)}) })`
      const { value } = await call(await contextOf(tab, path), declaration)
      return JSON.parse(String(value)).value
    },
    async mouse(tab, steps) {
      // Firefox sends a tab's input to the tab's own process, so an input for a frame goes to the frame.
      let target = tab
      for (const step of steps) {
        const hit = typeof step === 'object' && 'x' in step ? await hitAt(tab, step) : null
        target = hit?.context ?? target
        await act(target, mouseActions([hit?.point ?? step]))
      }
    },
    type: async (tab, path, keys) => act(await contextOf(tab, path), keyActions(keys)),
    async stop() {
      socket.close()
      await end()
    },
  }
}

/** Runs in a document: the frame at this point, and the point in the frame's document. */
function frameAt(x: number, y: number): unknown[] | null {
  const element = document.elementFromPoint(x, y)
  if (!(element instanceof HTMLIFrameElement)) return null
  const box = element.getBoundingClientRect()
  return [element.contentWindow, x - box.x - element.clientLeft, y - box.y - element.clientTop]
}
