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
  const page = { postMessage: vi.fn() }
  const scope = {
    parent: { parent: page },
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
  const [message] = page.postMessage.mock.calls[0] as [{ t: string; c: string }]
  return { attested, page, answer, reply: { t: 'attested', c: message.c } }
}

const refusal = expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' })

test("sends the challenge to the parent of the modal's frame and to the host's origin only", () => {
  const { page, attested, reply } = challenge()
  expect(page.postMessage).toHaveBeenCalledWith({ t: 'attest', c: reply.c }, host)
  attested.catch(() => undefined)
})

test('attests the host page after the right answer to the challenge', async () => {
  const { attested, page, answer, reply } = challenge()
  answer(page, host, reply)
  await expect(attested).resolves.toBeUndefined()
})

test.each([
  ['another window', false, host],
  ['another origin', true, 'https://evil.example'],
  ['an opaque origin', true, 'null'],
])('ignores an answer from %s to the challenge, without reading its data', async (_name, fromPage, origin) => {
  const { attested, page, answer, reply } = challenge()
  expect(answer(fromPage ? page : {}, origin, reply)).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_000)
  await expect(attested).rejects.toThrow(refusal)
})

test.each([null, 'attested', { t: 'attested' }, { t: 'attested', c: 'other' }, { t: 'attest' }])(
  'does not attest the host page after the answer %j to the challenge',
  async (data) => {
    const { attested, page, answer } = challenge()
    answer(page, host, data)
    vi.advanceTimersByTime(3_000)
    await expect(attested).rejects.toThrow(refusal)
  },
)

test('rejects the attestation after 3 s without an answer', async () => {
  const { attested, page, answer, reply } = challenge()
  vi.advanceTimersByTime(3_000)
  answer(page, host, reply)
  await expect(attested).rejects.toThrow(refusal)
})

test('creates a new challenge for each attestation', () => {
  const [first, second] = [challenge(), challenge()]
  expect(first.reply.c).not.toBe(second.reply.c)
  for (const { attested } of [first, second]) attested.catch(() => undefined)
})
