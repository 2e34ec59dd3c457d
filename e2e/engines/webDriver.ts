import { keyActions, mouseActions } from './actions.ts'
import type { EngineBrowser, FramePath, Tab } from './engine.ts'
import { until } from './until.ts'

/** The key under which WebDriver writes a reference to an element (https://www.w3.org/TR/webdriver2/#elements). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type ElementReference = { [elementKey]: string }

type Options = {
  server: string
  capabilities: object
  /** The kind of a new page. It must get the keyboard's input as soon as it is open. */
  page: 'tab' | 'window'
  end(): Promise<void>
}

/**
 * Drives a browser through a WebDriver server, such as chromedriver or WebKitWebDriver. A session has one current
 * document, so each call first goes to its own.
 */
export async function connectWebDriver({ server, capabilities, page, end }: Options): Promise<EngineBrowser> {
  const send = createSender(server)
  await until('the WebDriver server answers', () =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  })
  const session = `/session/${sessionId}`
  const post = <Value>(path: string, body: object = {}) => send<Value>('POST', `${session}/${path}`, body)
  const goTo = async (tab: Tab, path: FramePath = []): Promise<void> => {
    await post('window', { handle: tab })
    await post('frame', { id: null })
    for (const selector of path) {
      const id = await post<ElementReference>('element', { using: 'css selector', value: selector })
      await post('frame', { id })
    }
  }
  const first = await send<Tab>('GET', `${session}/window`)
  return {
    async openTab(url) {
      // A command needs a window that is still open.
      await post('window', { handle: first })
      const { handle } = await post<{ handle: Tab }>('window/new', { type: page })
      await post('window', { handle })
      await post('url', { url })
      return handle
    },
    tabs: () => send('GET', `${session}/window/handles`),
    async reload(tab) {
      await goTo(tab)
      await post('refresh')
    },
    async closeTab(tab) {
      await goTo(tab)
      await send('DELETE', `${session}/window`)
    },
    async run(tab, path, body, ...values) {
      await goTo(tab, path)
      return post('execute/sync', { script: `return (${body}).apply(null, arguments)`, args: values })
    },
    async mouse(tab, steps) {
      await goTo(tab)
      await post('actions', { actions: mouseActions(steps) })
    },
    async type(tab, path, keys) {
      await goTo(tab, path)
      await post('actions', { actions: keyActions(keys) })
    },
    async stop() {
      await send('DELETE', session).catch(() => undefined)
      await end()
    },
  }
}

const createSender =
  (server: string) =>
  async <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`${server}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: Value }
    if (answer.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${path}: ${error}: ${message}`)
  }
