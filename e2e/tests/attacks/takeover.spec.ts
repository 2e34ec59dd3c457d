import type { Frame, Page } from '@playwright/test'
import type { StackAddresses } from '../../stack/stack.ts'
import { embedHtml, expect, frameAt, handshakeNonce, messageRecorder, test } from './attacker.ts'

/** The host page is allowed and embeds a modal on the right origin, but the attacker controls the modal's document. */

type Reply = { id: string; type: string; value?: unknown }
type HostileModal = Window & {
  connect(nonce: string): void
  send(message: unknown): void
  replies: Reply[]
  /** The time at which the wallet closed the channel. */
  endedAt?: number
  wallet: HTMLIFrameElement
}

/** A modal whose handshake and messages the test controls. */
const hostileModal = (wallet: string) => `
  ${embedHtml(`${wallet}/s/#n=${handshakeNonce}`)}
  <script>
    window.replies = []
    window.wallet = document.querySelector('iframe')
    window.connect = (n) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        const reply = JSON.parse(data)
        replies.push(reply)
        if (reply.type === 'ENDED') window.endedAt = performance.now()
      }
      window.send = (message) => port1.postMessage(message)
      window.wallet.contentWindow.postMessage({ t: 'connect', v: 1, n, projectId: 'demo' }, '${wallet}', [port2])
    }
  </script>`

async function takeOver(
  page: Page,
  plant: (documents: { [url: string]: string }) => Promise<void>,
  stack: StackAddresses,
  beside = '',
): Promise<Frame> {
  await plant({
    [`${stack.shop}/attack`]: `${embedHtml(`${stack.modal}/f/attack`)}${beside}`,
    [`${stack.modal}/f/attack`]: hostileModal(stack.wallet),
  })
  await page.goto(`${stack.shop}/attack`)
  const modal = await frameAt(page, `${stack.modal}/f/attack`)
  await expect
    .poll(() => modal.evaluate(() => (window as unknown as { received: { data: { t?: string } }[] }).received))
    .toContainEqual({ origin: stack.wallet, data: { t: 'hello', v: [1], n: handshakeNonce } })
  await observePorts(await frameAt(page, stack.wallet))
  return modal
}

const connect = (modal: Frame, n = handshakeNonce) =>
  modal.evaluate((value) => (window as unknown as HostileModal).connect(value), n)
const send = (modal: Frame, message: unknown) =>
  modal.evaluate((value) => (window as unknown as HostileModal).send(value), message)
const replies = (modal: Frame): Promise<Reply[]> => modal.evaluate(() => (window as unknown as HostileModal).replies)
const call = (id: string, method: string, ...args: unknown[]): string =>
  JSON.stringify({ id, type: 'APPLY', path: [method], argumentList: args.map((value) => ({ type: 'RAW', value })) })

/** Numbers the calls, because the wallet answers each id only once. */
let callCount = 0

async function expectAnswered(modal: Frame): Promise<void> {
  const id = `alive ${++callCount}`
  await send(modal, call(id, 'capabilities'))
  await expect.poll(() => replies(modal)).toContainEqual({ id, type: 'RAW', value: { email: false, social: false } })
}

/**
 * Observes each offered port inside the wallet's document. The port sends ECHO after a probe, behind any reply of the
 * wallet, and ENDED when the wallet closes it.
 */
const observePorts = (wallet: Frame): Promise<void> =>
  wallet.evaluate(() =>
    addEventListener('message', ({ data, ports: [port] }) => {
      if (data?.t !== 'connect' || !port) return
      const { close } = port
      port.close = () => {
        port.postMessage('{"type":"ENDED"}')
        close.call(port)
      }
      port.addEventListener('message', (message) => {
        const [, id] = /^{"id":"(offered \d+)"/.exec(String(message.data)) ?? []
        if (id) setTimeout(() => port.postMessage(JSON.stringify({ id, type: 'ECHO' })))
      })
      port.start()
    }),
  )

/** Waits until the wallet closes the channel, and returns the replies before that. */
async function expectEnded(modal: Frame): Promise<Reply[]> {
  const ended = { type: 'ENDED' }
  await expect.poll(() => replies(modal)).toContainEqual(ended)
  const all = await replies(modal)
  expect(all.at(-1)).toEqual(ended)
  return all.slice(0, -1)
}

/**
 * Expects that a call over the last offered port arrives in the wallet's document and gets no answer from the wallet.
 */
async function expectIgnored(modal: Frame): Promise<void> {
  const id = `offered ${++callCount}`
  await send(modal, call(id, 'capabilities'))
  await expect.poll(() => replies(modal)).toContainEqual({ id, type: 'ECHO' })
  expect((await replies(modal)).filter((reply) => reply.id === id)).toEqual([{ id, type: 'ECHO' }])
}

const chain = { chainId: 'eip155:1', chainNamespace: 'eip155' }
/** Calls of the wallet's methods, by the error code that the protocol lists for them. */
const refusedCalls: { [reason: string]: string[] } = {
  NOT_SUPPORTED_YET: ['wallet_grantPermissions', 'eth_sendUserOperation'].map((method) =>
    call(method, 'rpcRequest', { method, params: [], ...chain }),
  ),
  UNAUTHORIZED: [
    call('sign', 'rpcRequest', { method: 'personal_sign', params: ['0x6869', `0x${'11'.repeat(20)}`], ...chain }),
  ],
  METHOD_NOT_ALLOWED: [
    ...['eth_sign', 'constructor', '__proto__', 'wallet_addEthereumChain'].map((method) =>
      call(method, 'rpcRequest', { method, ...chain }),
    ),
    ...['constructor', '__proto__', 'toString', 'exportKey'].map((method) => call(`own ${method}`, method)),
    call('read', 'rpcRequest', { method: 'eth_call', params: [], ...chain }),
  ],
  INVALID_PARAMS: [
    ...['personal_sign', 'eth_sendTransaction'].map((method) =>
      call(`empty ${method}`, 'rpcRequest', { method, params: [], ...chain }),
    ),
    call('url', 'rpcRequest', { method: 'eth_call', rpcUrl: 'https://evil.example', ...chain }),
    call('list', 'connectEmail', ['a@b.example']),
  ],
  LOGIN_NOT_AVAILABLE: [call('login', 'connectEmail', 'ada@shop.example')],
  MESSAGE_TOO_LARGE: [call('large', 'connectEmail', 'x'.repeat(70_000))],
}

async function expectRefusals(modal: Frame): Promise<void> {
  for (const [reason, messages] of Object.entries(refusedCalls))
    for (const message of messages) {
      await send(modal, message)
      const { id } = JSON.parse(message)
      const answer = async () => (await replies(modal)).find((reply) => reply.id === id)
      await expect.poll(answer, { message: `${id} is refused` }).toBeDefined()
      expect(await answer(), id).toMatchObject({
        type: 'HANDLER',
        name: 'throw',
        value: { isError: false, value: { reason } },
      })
    }
  expect(JSON.stringify(await replies(modal))).not.toMatch(/\.js|stack|assets/)
  await expectAnswered(modal)
}

test('a hostile modal gets no second channel, and gets only error codes for its calls', async ({
  page,
  plant,
  stack,
}) => {
  const modal = await takeOver(page, plant, stack)
  await test.step('the wallet ignores a connect message with a wrong nonce, and then accepts one with the right nonce', async () => {
    await connect(modal, '4-3-2-1')
    await expectIgnored(modal)
    await connect(modal)
    await expectAnswered(modal)
  })
  await test.step('every method of the wallet’s channel answers a hostile call with the error code that the protocol lists for it', () =>
    expectRefusals(modal))
  await test.step('the wallet ignores a second connect message', async () => {
    await connect(modal)
    await expectIgnored(modal)
  })
})

test('Comlink messages other than calls end the channel and run nothing', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  const attack = [{ type: 'RAW', value: 'globalThis.owned = 1' }]
  for (const message of [
    { id: 'new', type: 'CONSTRUCT', path: ['capabilities', 'constructor'], argumentList: attack },
    { id: 'set', type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: 1 } },
    { id: 'end', type: 'ENDPOINT' },
    { id: 'by', type: 'APPLY', path: ['connectEmail'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: {} }] },
  ])
    await send(modal, JSON.stringify(message))
  expect((await expectEnded(modal)).map(({ id }) => id)).toEqual(['new', 'set', 'by'])
  const wallet = await frameAt(page, stack.wallet)
  expect(await wallet.evaluate(() => ['owned' in globalThis, 'polluted' in {}])).toEqual([false, false])
})

for (const [name, message] of [
  ['an object', { id: 'one' }],
  ['a text over 4 MiB', 'x'.repeat(4_194_305)],
] as const) {
  test(`${name} ends the channel`, async ({ page, plant, stack }) => {
    const modal = await takeOver(page, plant, stack)
    await connect(modal)
    await expectAnswered(modal)
    await send(modal, message)
    await send(modal, call('after', 'capabilities'))
    expect((await expectEnded(modal)).map(({ id }) => id)).not.toContain('after')
  })
}

test('a flood of calls ends the channel and leaves the page responsive', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  const startedAt = await modal.evaluate(() => {
    const now = performance.now()
    const { send: post } = window as unknown as HostileModal
    for (let count = 0; count < 50_000; count++)
      post(`{"id":"${count}","type":"APPLY","path":["heartbeat"],"argumentList":[]}`)
    return now
  })
  const { length } = await expectEnded(modal)
  const seconds =
    (await modal.evaluate((from) => Number((window as unknown as HostileModal).endedAt) - from, startedAt)) / 1_000
  // The channel's rate limit allows 100 calls at once and 50 more a second, until its queue is full and the channel
  // ends.
  expect(length).toBeGreaterThan(0)
  expect(length).toBeLessThanOrEqual(101 + 50 * seconds)
  expect(await page.evaluate(() => document.readyState)).toBe('complete')
})

test('the wallet gives no channel to the page or to a frame beside the modal', async ({ page, plant, stack }) => {
  const forge = `
    window.forge = (wallet) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        if (JSON.parse(data).type === 'ECHO') window.echoes = (window.echoes ?? 0) + 1
        else window.answered = true
      }
      wallet.postMessage({ t: 'connect', v: 1, n: '${handshakeNonce}', projectId: 'demo' }, '*', [port2])
      wallet.postMessage({ t: 'attested', c: '0' }, '*')
      port1.postMessage('${call('offered 0', 'capabilities')}')
    }`
  await plant({
    [`${stack.other}/beside`]: `${messageRecorder}<script>${forge}
      window.flood = () => { for (let count = 0; count < 2000; count++) forge(parent.frames[0].frames[0]) }</script>`,
  })
  const modal = await takeOver(
    page,
    plant,
    stack,
    `<iframe src="${stack.other}/beside"></iframe><script>${forge}</script>`,
  )
  const beside = await frameAt(page, `${stack.other}/beside`)
  await beside.waitForFunction(() => 'flood' in window)
  await beside.evaluate(() => (window as unknown as { flood(): void }).flood())
  await page.evaluate(() => {
    const { forge: attack, frames } = window as unknown as { forge(wallet: unknown): void; frames: Window[][] }
    attack(frames[0]?.[0])
  })
  for (const [frame, count] of [
    [beside, 2_000],
    [page.mainFrame(), 1],
  ] as const) {
    await expect.poll(() => frame.evaluate(() => (window as { echoes?: number }).echoes)).toBe(count)
    expect(await frame.evaluate(() => 'answered' in window)).toBe(false)
  }
  await connect(modal)
  await expectAnswered(modal)
})

test('navigating the secure frame ends the channel, and only a new handshake opens a new channel', async ({
  page,
  plant,
  stack,
}) => {
  await plant({ [`${stack.other}/away`]: messageRecorder })
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  await expectAnswered(modal)
  const navigate = (src: string) =>
    modal.evaluate((value) => {
      const { wallet } = window as unknown as HostileModal
      return new Promise((resolve) => {
        wallet.onload = resolve
        wallet.src = value
      })
    }, src)
  await navigate(`${stack.other}/away`)
  await frameAt(page, `${stack.other}/away`)
  await send(modal, call('away', 'capabilities'))
  await navigate(`${stack.wallet}/s/#n=9-9-9-9`)
  await modal.waitForFunction(() =>
    JSON.stringify((window as unknown as { received: unknown }).received).includes('9-9-9-9'),
  )
  await observePorts(await frameAt(page, stack.wallet))
  await connect(modal, handshakeNonce)
  await expectIgnored(modal)
  await connect(modal, '9-9-9-9')
  await expectAnswered(modal)
  expect((await replies(modal)).map(({ id }) => id)).not.toContain('away')
})

test('the real modal reaches the wallet in an allowed page', async ({ driver, page, stack }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  const steps = await page.evaluate(() => window.AppKit.diagnose())
  expect(steps).toContainEqual({ part: 'secure', ok: true, detail: `${stack.wallet}, email off, social off` })
})
