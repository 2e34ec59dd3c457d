import type { Frame, Page } from '@playwright/test'
import type { StackAddresses } from '../../stack/stack.ts'
import { ears, expect, frameAt, holding, nonce, test } from './attacker.ts'

/** The page is allowed and the ancestors are right, but the modal between page and wallet belongs to the attacker. */

type Reply = { id: string; type: string; value?: unknown }
type Taken = Window & {
  connect(nonce: string): void
  say(message: unknown): void
  replies: Reply[]
  /** When the wallet ended the line. */
  endedAt?: number
  wallet: HTMLIFrameElement
}

/** Connects when told to, and then says whatever it is told to say. */
const takenModal = (wallet: string) => `
  ${holding(`${wallet}/s/#n=${nonce}`)}
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
      window.say = (message) => port1.postMessage(message)
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
    [`${stack.shop}/attack`]: `${holding(`${stack.modal}/f/attack`)}${beside}`,
    [`${stack.modal}/f/attack`]: takenModal(stack.wallet),
  })
  await page.goto(`${stack.shop}/attack`)
  const modal = await frameAt(page, `${stack.modal}/f/attack`)
  await expect
    .poll(() => modal.evaluate(() => (window as unknown as { heard: { data: { t?: string } }[] }).heard))
    .toContainEqual({ origin: stack.wallet, data: { t: 'hello', v: [1], n: nonce } })
  await holdLines(await frameAt(page, stack.wallet))
  return modal
}

const connect = (modal: Frame, n = nonce) => modal.evaluate((value) => (window as unknown as Taken).connect(value), n)
const say = (modal: Frame, message: unknown) =>
  modal.evaluate((value) => (window as unknown as Taken).say(value), message)
const replies = (modal: Frame): Promise<Reply[]> => modal.evaluate(() => (window as unknown as Taken).replies)
const call = (id: string, method: string, ...args: unknown[]): string =>
  JSON.stringify({ id, type: 'APPLY', path: [method], argumentList: args.map((value) => ({ type: 'RAW', value })) })

/** Each time by another id: one that was answered before is not answered again. */
let asked = 0

async function expectAnswered(modal: Frame): Promise<void> {
  const id = `alive ${++asked}`
  await say(modal, call(id, 'capabilities'))
  await expect.poll(() => replies(modal)).toContainEqual({ id, type: 'RAW', value: { email: false, social: false } })
}

/**
 * Beside the wallet's own code, each line that is offered is held in its document, which says when something came over it,
 * after any answer of the wallet's own, and as the last when the wallet ends it.
 */
const holdLines = (wallet: Frame): Promise<void> =>
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

/** With all replies that came before it. */
async function expectEnded(modal: Frame): Promise<Reply[]> {
  const ended = { type: 'ENDED' }
  await expect.poll(() => replies(modal)).toContainEqual(ended)
  const all = await replies(modal)
  expect(all.at(-1)).toEqual(ended)
  return all.slice(0, -1)
}

/** What is said over the last line that was offered gets to the wallet's document, and is answered by nobody there. */
async function expectNotTaken(modal: Frame): Promise<void> {
  const id = `offered ${++asked}`
  await say(modal, call(id, 'capabilities'))
  await expect.poll(() => replies(modal)).toContainEqual({ id, type: 'ECHO' })
  expect((await replies(modal)).filter((reply) => reply.id === id)).toEqual([{ id, type: 'ECHO' }])
}

test('no method gives more than its catalogued refusal', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  await expectAnswered(modal)
  const chain = { chainId: 'eip155:1', chainNamespace: 'eip155' }
  const expected: { [reason: string]: string[] } = {
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
  for (const [reason, messages] of Object.entries(expected))
    for (const message of messages) {
      await say(modal, message)
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
})

test('what Comlink would let through ends the line, and runs nothing', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  const attack = [{ type: 'RAW', value: 'globalThis.owned = 1' }]
  for (const message of [
    { id: 'new', type: 'CONSTRUCT', path: ['capabilities', 'constructor'], argumentList: attack },
    { id: 'set', type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: 1 } },
    { id: 'end', type: 'ENDPOINT' },
    { id: 'by', type: 'APPLY', path: ['connectEmail'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: {} }] },
  ])
    await say(modal, JSON.stringify(message))
  expect((await expectEnded(modal)).map(({ id }) => id)).toEqual(['new', 'set', 'by'])
  const wallet = await frameAt(page, stack.wallet)
  expect(await wallet.evaluate(() => ['owned' in globalThis, 'polluted' in {}])).toEqual([false, false])
})

test('a second connect is not taken', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  await expectAnswered(modal)
  await connect(modal)
  await expectNotTaken(modal)
})

test('a connect with another nonce is not taken, and the right one still is', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal, '4-3-2-1')
  await expectNotTaken(modal)
  await connect(modal)
  await expectAnswered(modal)
})

for (const [name, message] of [
  ['an object', { id: 'one' }],
  ['a text over 4 MiB', 'x'.repeat(4_194_305)],
] as const) {
  test(`${name} ends the line`, async ({ page, plant, stack }) => {
    const modal = await takeOver(page, plant, stack)
    await connect(modal)
    await expectAnswered(modal)
    await say(modal, message)
    await say(modal, call('after', 'capabilities'))
    expect((await expectEnded(modal)).map(({ id }) => id)).not.toContain('after')
  })
}

test('a flood ends the line and leaves the page alive', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  const startedAt = await modal.evaluate(() => {
    const now = performance.now()
    const { say: send } = window as unknown as Taken
    for (let count = 0; count < 50_000; count++)
      send(`{"id":"${count}","type":"APPLY","path":["heartbeat"],"argumentList":[]}`)
    return now
  })
  const { length } = await expectEnded(modal)
  const seconds =
    (await modal.evaluate((from) => Number((window as unknown as Taken).endedAt) - from, startedAt)) / 1_000
  // The bucket's first hundred, and what dripped in before the queue was full.
  expect(length).toBeGreaterThan(0)
  expect(length).toBeLessThanOrEqual(101 + 50 * seconds)
  expect(await page.evaluate(() => document.readyState)).toBe('complete')
})

test('neither the page nor a frame beside the modal gets the line', async ({ page, plant, stack }) => {
  const forge = `
    window.forge = (wallet) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        if (JSON.parse(data).type === 'ECHO') window.echoes = (window.echoes ?? 0) + 1
        else window.answered = true
      }
      wallet.postMessage({ t: 'connect', v: 1, n: '${nonce}', projectId: 'demo' }, '*', [port2])
      wallet.postMessage({ t: 'attested', c: '0' }, '*')
      port1.postMessage('${call('offered 0', 'capabilities')}')
    }`
  await plant({
    [`${stack.other}/beside`]: `${ears}<script>${forge}
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

test('a wallet that is led away takes the line with it, and comes back only by a new handshake', async ({
  page,
  plant,
  stack,
}) => {
  await plant({ [`${stack.other}/away`]: ears })
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  await expectAnswered(modal)
  const lead = (src: string) =>
    modal.evaluate((value) => {
      const { wallet } = window as unknown as Taken
      return new Promise((resolve) => {
        wallet.onload = resolve
        wallet.src = value
      })
    }, src)
  await lead(`${stack.other}/away`)
  await frameAt(page, `${stack.other}/away`)
  await say(modal, call('away', 'capabilities'))
  await lead(`${stack.wallet}/s/#n=9-9-9-9`)
  await modal.waitForFunction(() => JSON.stringify((window as unknown as { heard: unknown }).heard).includes('9-9-9-9'))
  await holdLines(await frameAt(page, stack.wallet))
  await connect(modal, nonce)
  await expectNotTaken(modal)
  await connect(modal, '9-9-9-9')
  await expectAnswered(modal)
  expect((await replies(modal)).map(({ id }) => id)).not.toContain('away')
})

test('the real modal reaches the wallet in an allowed page', async ({ kit, page, stack }) => {
  await kit.visitPage('plain')
  await kit.loaded()
  const steps = await page.evaluate(() => window.AppKit.diagnose())
  expect(steps).toContainEqual({ part: 'secure', ok: true, detail: `${stack.wallet}, email off, social off` })
})
