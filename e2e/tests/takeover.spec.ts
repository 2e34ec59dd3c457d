import type { Frame, Page } from '@playwright/test'
import type { StackAddresses } from '../stack/stack.ts'
import { ears, expect, holding, nonce, test, walletFrame } from './attacker.ts'

/** The page is allowed and the ancestors are right, but the modal between page and wallet belongs to the attacker. */

type Reply = { id: string; type: string; value?: unknown }
type Taken = Window & {
  connect(nonce: string): void
  say(message: unknown): void
  replies: Reply[]
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
      port1.onmessage = ({ data }) => replies.push(JSON.parse(data))
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
  await expect.poll(() => page.frames().find((frame) => frame.url() === `${stack.modal}/f/attack`)).toBeDefined()
  const modal = page.frames().find((frame) => frame.url() === `${stack.modal}/f/attack`) as Frame
  await expect
    .poll(() => modal.evaluate(() => (window as unknown as { heard: { data: { t?: string } }[] }).heard))
    .toContainEqual({ origin: stack.wallet, data: { t: 'hello', v: [1], n: nonce } })
  return modal
}

const connect = (modal: Frame, n = nonce) => modal.evaluate((value) => (window as unknown as Taken).connect(value), n)
const say = (modal: Frame, message: unknown) =>
  modal.evaluate((value) => (window as unknown as Taken).say(value), message)
const replies = (modal: Frame): Promise<Reply[]> => modal.evaluate(() => (window as unknown as Taken).replies)
const call = (id: string, method: string, ...args: unknown[]): string =>
  JSON.stringify({ id, type: 'APPLY', path: [method], argumentList: args.map((value) => ({ type: 'RAW', value })) })
/** Long enough for an answer that must not come. */
const silence = 300

async function expectAnswered(modal: Frame): Promise<void> {
  await say(modal, call('alive', 'capabilities'))
  await expect
    .poll(() => replies(modal))
    .toContainEqual({
      id: 'alive',
      type: 'RAW',
      value: { email: false, social: false },
    })
}

async function expectSilent(page: Page, modal: Frame): Promise<void> {
  const before = await replies(modal)
  await say(modal, call('after', 'capabilities'))
  await page.waitForTimeout(silence)
  expect(await replies(modal)).toEqual(before)
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
    ],
    INVALID_PARAMS: [
      ...['personal_sign', 'eth_sendTransaction'].map((method) =>
        call(`empty ${method}`, 'rpcRequest', { method, params: [], ...chain }),
      ),
      call('url', 'rpcRequest', { method: 'eth_call', rpcUrl: 'https://evil.example', ...chain }),
      call('list', 'connectEmail', ['a@b.example']),
    ],
    LOGIN_NOT_AVAILABLE: [
      call('login', 'connectEmail', 'ada@shop.example'),
      call('read', 'rpcRequest', { method: 'eth_call', params: [], ...chain }),
    ],
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
  await expect.poll(async () => (await replies(modal)).length).toBe(3)
  const left = await walletFrame(page, stack)?.evaluate(() => ['owned' in globalThis, 'polluted' in {}])
  expect(left).toEqual([false, false])
  await expectSilent(page, modal)
})

test('a second connect is not taken', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  await expectAnswered(modal)
  await connect(modal)
  await expectSilent(page, modal)
})

test('a connect with another nonce is not taken, and the right one still is', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal, '4-3-2-1')
  await expectSilent(page, modal)
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
    await expectSilent(page, modal)
  })
}

test('a flood ends the line and leaves the page alive', async ({ page, plant, stack }) => {
  const modal = await takeOver(page, plant, stack)
  await connect(modal)
  await modal.evaluate(() => {
    const { say: send } = window as unknown as Taken
    for (let count = 0; count < 50_000; count++)
      send(`{"id":"${count}","type":"APPLY","path":["heartbeat"],"argumentList":[]}`)
  })
  await expect.poll(async () => (await replies(modal)).length).toBeGreaterThan(0)
  await expectSilent(page, modal)
  // The bucket's first hundred, and what dripped in before the queue was full.
  expect((await replies(modal)).length).toBeLessThan(200)
  expect(await page.evaluate(() => document.readyState)).toBe('complete')
})

test('neither the page nor a frame beside the modal gets the line', async ({ page, plant, stack }) => {
  const forge = `
    window.forge = (wallet) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { window.answered = true }
      wallet.postMessage({ t: 'connect', v: 1, n: '${nonce}', projectId: 'demo' }, '*', [port2])
      wallet.postMessage({ t: 'attested', c: '0' }, '*')
      port1.postMessage('${call('forged', 'capabilities')}')
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
  const beside = page.frames().find((frame) => frame.url() === `${stack.other}/beside`) as Frame
  await beside.evaluate(() => (window as unknown as { flood(): void }).flood())
  await page.evaluate(() => {
    const { forge: attack, frames } = window as unknown as { forge(wallet: unknown): void; frames: Window[][] }
    attack(frames[0]?.[0])
  })
  await page.waitForTimeout(silence)
  for (const frame of [beside, page.mainFrame()]) expect(await frame.evaluate(() => 'answered' in window)).toBe(false)
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
  await expectSilent(page, modal)
  await lead(`${stack.wallet}/s/#n=9-9-9-9`)
  await expectSilent(page, modal)
  await modal.waitForFunction(() => JSON.stringify((window as unknown as { heard: unknown }).heard).includes('9-9-9-9'))
  await connect(modal, nonce)
  await expectSilent(page, modal)
  await connect(modal, '9-9-9-9')
  await expectAnswered(modal)
})

test('the real modal reaches the wallet in an allowed page', async ({ kit, page, stack }) => {
  await kit.visitPage('plain')
  await kit.loaded()
  const steps = await page.evaluate(() => window.AppKit.diagnose())
  expect(steps).toContainEqual({ part: 'secure', ok: true, detail: `${stack.wallet}, email off, social off` })
})
