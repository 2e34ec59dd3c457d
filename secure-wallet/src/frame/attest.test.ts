import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AttestationWindow, attestHost } from './attest.ts'

const host = 'https://shop.example'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const challenge = () => {
  const target = new EventTarget()
  const top = { postMessage: vi.fn() }
  const scope = {
    top,
    addEventListener: (type, listener, options) => target.addEventListener(type, listener as EventListener, options),
  } satisfies AttestationWindow
  const attested = attestHost(scope, host)
  const answer = (source: unknown, origin: string, data: unknown) => {
    const read = vi.fn(() => data)
    const event = Object.defineProperties(new Event('message'), {
      source: { value: source },
      origin: { value: origin },
      data: { get: read },
    })
    target.dispatchEvent(event)
    return read
  }
  const [message] = top.postMessage.mock.calls[0] as [{ t: string; c: string }]
  return { attested, top, answer, reply: { t: 'attested', c: message.c } }
}

const refusal = expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' })

test("sends the challenge to the top window and to the host's origin only", () => {
  const { top, attested, reply } = challenge()
  expect(top.postMessage).toHaveBeenCalledWith({ t: 'attest', c: reply.c }, host)
  attested.catch(() => undefined)
})

test('attests the host page after the right answer to the challenge', async () => {
  const { attested, top, answer, reply } = challenge()
  answer(top, host, reply)
  await expect(attested).resolves.toBeUndefined()
})

test.each([
  ['another window', false, host],
  ['another origin', true, 'https://evil.example'],
  ['an opaque origin', true, 'null'],
])('ignores an answer from %s to the challenge, without reading its data', async (_name, fromTop, origin) => {
  const { attested, top, answer, reply } = challenge()
  expect(answer(fromTop ? top : {}, origin, reply)).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_000)
  await expect(attested).rejects.toThrow(refusal)
})

test.each([null, 'attested', { t: 'attested' }, { t: 'attested', c: 'other' }, { t: 'attest' }])(
  'does not attest the host page after the answer %j to the challenge',
  async (data) => {
    const { attested, top, answer } = challenge()
    answer(top, host, data)
    vi.advanceTimersByTime(3_000)
    await expect(attested).rejects.toThrow(refusal)
  },
)

test('rejects the attestation after 3 s without an answer', async () => {
  const { attested, top, answer, reply } = challenge()
  vi.advanceTimersByTime(3_000)
  answer(top, host, reply)
  await expect(attested).rejects.toThrow(refusal)
})

test('creates a new challenge for each attestation', () => {
  const [first, second] = [challenge(), challenge()]
  expect(first.reply.c).not.toBe(second.reply.c)
  for (const { attested } of [first, second]) attested.catch(() => undefined)
})
