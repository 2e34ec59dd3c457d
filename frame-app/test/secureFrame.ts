import type { SecureApi, SecureEvents } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { fromWireError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { createApiCaller, defineMethod, serveApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { onTestFinished, vi } from 'vitest'

type Methods = { [Name in keyof SecureApi]?: (...args: Parameters<SecureApi[Name]>) => unknown }

/** Acts as the secure frame in a test: sends the hello of its document, then answers calls. */
export const answerAsSecureFrame = async (methods: Methods, secureOrigin = 'https://wallet.example') => {
  const frame = await vi.waitFor(() => {
    const found = document.querySelector('iframe')
    if (!found) throw new Error('The frame was not created')
    return found
  })
  const intervals = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => {
    // Without this, a heartbeat may run after the test file has ended, when there is no document.
    for (const { value } of intervals.mock.results) clearInterval(value)
    intervals.mockRestore()
  })
  const nonce = new URL(frame.src).hash.slice('#n='.length)
  const { promise, resolve } = Promise.withResolvers<MessagePort>()
  const contentWindow = {
    postMessage: (_message: unknown, _origin: string, [port]: [MessagePort]) => resolve(port),
  }
  Object.defineProperty(frame, 'contentWindow', { value: contentWindow })
  window.dispatchEvent(
    Object.assign(new Event('message'), {
      data: { t: 'hello', v: [1], n: nonce },
      source: contentWindow,
      origin: secureOrigin,
    }),
  )
  const wire = openTransport(await promise)
  onTestFinished(() => wire.close())
  const calls: string[] = []
  const answers: Methods = { look: () => undefined, heartbeat: () => undefined, ...methods }
  const served = Object.fromEntries(
    Object.entries(answers).map(([name, run]) => [
      name,
      defineMethod(
        (input) => input,
        (input) => {
          calls.push(name)
          return (run as (...args: unknown[]) => unknown)(...input)
        },
      ),
    ]),
  )
  serveApi(wire, served, toWireError)
  return { frame, calls, emit: createApiCaller<SecureEvents>(wire, { timeoutMs: 1_000, fromWire: fromWireError }) }
}
