// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"disableIframePageLoading":true,"handleDisabledFileLoadingAsSuccess":true}}
import { protocolVersion } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import { attestationTimeoutMs, readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSecureFrame } from './secureFrame.ts'

const secureOrigin = 'https://wallet.example'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const open = () => {
  const opened = openSecureFrame({ document, secureOrigin, projectId: 'shop' })
  const code = opened.then(
    () => 'open',
    (error: { code: string }) => error.code,
  )
  const frame = document.querySelector('iframe')
  const contentWindow = { postMessage: () => {} }
  Object.defineProperty(frame, 'contentWindow', { value: contentWindow })
  const say = (data: unknown) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, source: contentWindow, origin: secureOrigin }))
  /** Completes the handshake. The secure frame then never answers a call. */
  const connect = () => {
    say({ t: 'hello', v: [protocolVersion], n: frame?.src.split('#n=')[1] })
    return opened
  }
  return { code, frame, say, connect }
}

test.each([
  ['ORIGIN_NOT_ALLOWED', 'ORIGIN_NOT_ALLOWED'],
  ['PROJECT_ID_NOT_CONFIGURED', 'PROJECT_ID_NOT_CONFIGURED'],
  ['constructor', 'UNVERIFIED_DOMAIN'],
])('maps the refusal %s of the secure frame to the error %s', async (reason, code) => {
  const secure = open()
  secure.say({ t: 'refused', reason })
  expect(await secure.code).toBe(code)
  expect(document.querySelector('iframe')).toBeNull()
})

test("fails soon if the secure frame's document loads but sends no hello", async () => {
  const secure = open()
  secure.frame?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(attestationTimeoutMs + 500)
  expect(await Promise.race([secure.code, 'still waiting'])).toBe('IFRAME_LOAD_FAILED')
})

test('names the embedded wallet in the error of a call that it does not answer in time', async () => {
  const { secure, close } = await open().connect()
  const error = secure.capabilities().catch((thrown: unknown) => thrown)
  await vi.advanceTimersByTimeAsync(readTimeoutMs)
  expect(await error).toMatchObject({ code: 'IFRAME_REQUEST_TIMEOUT', message: 'Embedded Wallet Request Timed Out' })
  close()
})
