import { SignClient } from '@walletconnect/sign-client'
import { type Hex, parseEther, verifyMessage, verifyTypedData } from 'viem'
import { fixSignClientEngine } from '../../../frame-app/src/core/connectors/walletConnect/engineFixes.ts'
import { createRequestSpacing } from '../../../frame-app/src/core/connectors/walletConnect/pendingRequests.ts'
import type { TestChain } from '../../driver/chain.ts'
import { createMemoryStorage } from '../../stack/relay/memoryStorage.ts'
import type { StackAddresses } from '../../stack/stack.ts'
import { findAxeViolations } from '../shared/axe.ts'
import { drivePhonePage, openPhone, type Phone } from '../shared/phone.ts'
import { test as base, expect } from '../shared/test.ts'

/** Tests the phone with a site's stock client, so that a failure of the modal's tests is not the phone's. */
type Dapp = Awaited<ReturnType<typeof SignClient.init>>
const test = base.extend<{ dapp: Dapp }>({
  dapp: async ({ stack }, use) => {
    const dapp = await openDapp(stack)
    await use(dapp)
    await closeDapp(dapp)
  },
})

const chains = ['eip155:31337', 'eip155:31338', 'eip155:1']
const typed = {
  domain: { name: 'Coffee', chainId: 31337 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [{ name: 'cups', type: 'uint256' }],
  },
  primaryType: 'Order',
  message: { cups: '2' },
} as const

async function openDapp({ relay, shop }: StackAddresses): Promise<Dapp> {
  process.env.DISABLE_GLOBAL_CORE = 'true'
  const dapp = await SignClient.init({
    ...{ relayUrl: relay, projectId: 'demo', logger: 'silent', telemetryEnabled: false },
    metadata: { name: 'Slow Mornings', description: 'Coffee', url: shop, icons: [] },
    storage: createMemoryStorage(),
    customStoragePrefix: crypto.randomUUID(),
  })
  // An unanswered request would expire minutes later, during another test.
  fixSignClientEngine(dapp)
  return dapp
}

async function closeDapp(dapp: Dapp): Promise<void> {
  await dapp.core.relayer.transportClose()
  dapp.core.heartbeat.stop()
}

async function propose(dapp: Dapp) {
  const methods = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']
  const eip155 = {
    chains,
    methods: [...methods, 'wallet_switchEthereumChain', 'wallet_addEthereumChain'],
    events: ['accountsChanged', 'chainChanged'],
  }
  const { uri = '', approval } = await dapp.connect({ optionalNamespaces: { eip155 } })
  const session = approval()
  // A test that expects a rejection awaits `session` itself; this handler only prevents an unhandled rejection.
  session.catch(() => {})
  return { uri, session }
}

async function connect(dapp: Dapp, phone: Phone): Promise<string> {
  const { uri, session } = await propose(dapp)
  await phone.connect(uri)
  await phone.approve('Connect to this site?')
  const { topic } = await session
  // The phone has now stored the session too.
  await expect(phone.said).toContainText('Connected to')
  return topic
}

/** sign-client may give two requests of the same millisecond the same id. */
const nextSlot = createRequestSpacing()
const ask = async (dapp: Dapp, topic: string, method: string, params: unknown, chainId = 'eip155:31337') => {
  await nextSlot()
  return dapp.request<string>({ topic, chainId, request: { method, params } })
}
const heard = <T>(listen: (listener: (value: T) => void) => unknown): Promise<T> =>
  new Promise((resolve) => listen(resolve))

test('the phone rejects and accepts proposals', async ({ phone, dapp, stack }) => {
  await test.step('the phone rejects a connection and an invalid link', async () => {
    await phone.connect('https://example.com')
    await expect(phone.said).toHaveText('This is no connection link. It begins with wc:')
    const { uri, session } = await propose(dapp)
    await phone.connect(uri)
    await phone.reject('Connect to this site?')
    await expect(session).rejects.toMatchObject({ code: 5000 })
  })
  await test.step('the phone shows the site and the requested networks, and grants the networks that it has', async () => {
    const { uri, session } = await propose(dapp)
    await phone.connect(uri)
    await expect(phone.question).toContainText('Slow Mornings')
    await expect(phone.question).toContainText(stack.shop)
    await expect(phone.question).toContainText('Not on this phoneeip155:1')
    await phone.approve('Connect to this site?')
    const { namespaces } = await session
    expect(namespaces.eip155?.accounts).toEqual(chains.slice(0, 2).map((chain) => `${chain}:${phone.accounts[0]}`))
    await expect(phone.page.getByRole('listitem')).toContainText('Slow Mornings')
  })
  await test.step('the phone grants fewer networks if the user deselects some', async () => {
    const { uri, session } = await propose(dapp)
    await phone.connect(uri)
    await phone.question.getByRole('checkbox', { name: 'Localnet Two' }).uncheck()
    await phone.approve('Connect to this site?')
    expect((await session).namespaces.eip155?.chains).toEqual(['eip155:31337'])
  })
})

/** Expects the phone's answers to a message, typed data, a transaction, and a request that its owner rejects. */
async function expectAnswers(dapp: Dapp, topic: string, phone: Phone, second: TestChain, receiver: Hex): Promise<void> {
  const [address] = phone.accounts

  const message = 'Good coffee'
  const signed = ask(dapp, topic, 'personal_sign', [`0x${Buffer.from(message).toString('hex')}`, address])
  await expect(phone.question).toContainText(message)
  await phone.approve('Sign this message?')
  expect(await verifyMessage({ address, message, signature: (await signed) as Hex })).toBe(true)

  const signedData = ask(dapp, topic, 'eth_signTypedData_v4', [address, JSON.stringify(typed)])
  await phone.approve('Sign this data?')
  const { types, ...rest } = typed
  const order = { ...rest, message: { cups: 2n }, types: { Order: types.Order } }
  expect(await verifyTypedData({ address, ...order, signature: (await signedData) as Hex })).toBe(true)

  const before = await second.client.getBalance({ address: receiver })
  const transaction = { from: address, to: receiver, value: '0xde0b6b3a7640000' }
  const sent = ask(dapp, topic, 'eth_sendTransaction', [transaction], 'eip155:31338')
  await expect(phone.question).toContainText('Localnet Two')
  await phone.approve('Send this transaction?')
  await second.client.waitForTransactionReceipt({ hash: (await sent) as Hex })
  expect(await second.client.getBalance({ address: receiver })).toBe(before + parseEther('1'))

  const refused = ask(dapp, topic, 'personal_sign', ['0x00', address])
  const outcome = expect(refused).rejects.toMatchObject({ code: 4001 })
  await phone.reject('Sign this message?')
  await outcome
}

test('the phone answers requests', async ({ phone, dapp, chains: both, account }) => {
  const topic = await connect(dapp, phone)
  await test.step('the phone signs, sends and rejects', () =>
    expectAnswers(dapp, topic, phone, both.second, account.address))
  await test.step('the phone answers twenty parallel requests without questions', async () => {
    await phone.approveAll()
    const messages = Array.from({ length: 20 }, (_, index) => `0x${index.toString(16).padStart(2, '0')}`)
    const signatures = await Promise.all(
      messages.map((message) => ask(dapp, topic, 'personal_sign', [message, phone.accounts[0]])),
    )
    expect(new Set(signatures).size).toBe(20)
  })
})

test("a reload keeps the phone's sessions and unanswered requests", async ({ phone, dapp }) => {
  const topic = await connect(dapp, phone)
  const signed = ask(dapp, topic, 'personal_sign', ['0x00', phone.accounts[0]])
  await expect(phone.question).toBeVisible()
  await phone.page.reload()
  await phone.approve('Sign this message?')
  expect(await signed).toMatch(/^0x/)
})

test('the phone shows requests that arrived while it slept', async ({ phone, dapp }) => {
  const topic = await connect(dapp, phone)
  await phone.sleep()
  const signed = ask(dapp, topic, 'personal_sign', ['0x00', phone.accounts[0]])
  await heard((take) => dapp.once('session_request_sent', take))
  await phone.wake()
  await phone.approve('Sign this message?')
  expect(await signed).toMatch(/^0x/)
})

test('the phone changes and ends its session', async ({ phone, dapp, stack }) => {
  const topic = await connect(dapp, phone)
  await test.step('the phone announces a change of account and of network', async () => {
    const changed = heard<{ params: { event: unknown } }>((take) => dapp.once('session_event', take))
    await phone.changeAccount()
    expect((await changed).params.event).toEqual({ name: 'accountsChanged', data: [phone.accounts[1]] })
    const activeAccount = () => dapp.session.get(topic).namespaces.eip155?.accounts[0]
    await expect.poll(activeAccount).toBe(`eip155:31337:${phone.accounts[1]}`)
    await expect(phone.account).toContainText(phone.accounts[1])

    const switched = heard<{ params: unknown }>((take) => dapp.once('session_event', take))
    const answer = ask(dapp, topic, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await phone.approve('Switch network?')
    expect((await switched).params).toMatchObject({
      chainId: 'eip155:31338',
      event: { name: 'chainChanged', data: 31338 },
    })
    expect(await answer).toBeNull()
    await expect(phone.account).toContainText('Localnet Two')
  })
  await test.step('the phone adds a network that it lacks', async () => {
    const updated = heard((take) => dapp.once('session_update', take))
    const network = { chainId: '0x64', chainName: 'Third', rpcUrls: [stack.chain] }
    const missing = ask(dapp, topic, 'wallet_switchEthereumChain', [{ chainId: '0x64' }])
    await expect(missing).rejects.toMatchObject({ code: 4902 })
    const added = ask(dapp, topic, 'wallet_addEthereumChain', [network])
    await phone.approve('Add this network?')
    expect(await added).toBeNull()
    await updated
    await expect.poll(() => dapp.session.get(topic).namespaces.eip155?.chains).toContain('eip155:100')
  })
  await test.step('the phone or the site can end a session', async () => {
    const ended = heard((take) => dapp.once('session_delete', take))
    await phone.endSession()
    await ended
    await expect(phone.page.getByText('None yet.')).toBeVisible()

    const next = await connect(dapp, phone)
    expect(next).not.toBe(topic)
    const waiting = ask(dapp, next, 'personal_sign', ['0x00', phone.accounts[1]])
    waiting.catch(() => {})
    await expect(phone.question).toBeVisible()
    await dapp.disconnect({ topic: next, reason: { code: 6000, message: 'bye' } })
    await expect(phone.question).toBeHidden()
    await expect(phone.page.getByText('None yet.')).toBeVisible()
  })
})

test('a link opens the phone, and a second tab forwards its link to the first', async ({ phone, dapp, stack }) => {
  await expect(phone.account).toContainText(phone.accounts[0])
  const { uri, session } = await propose(dapp)
  const other = await phone.page.context().newPage()
  await other.goto(`${stack.phone}/wc?${new URLSearchParams({ uri })}`)
  await expect(drivePhonePage(other).said).toContainText('open in another tab')
  await phone.approve('Connect to this site?')
  await session
  await phone.page.close()
  await expect(drivePhonePage(other).account).toContainText(phone.accounts[0])
})

test('the phone reconnects after its relay was down', async ({ browser, stack, chains: both, ownRelay }) => {
  const phone = await openPhone(browser, stack, both, { relay: ownRelay.url })
  const dapp = await openDapp({ ...stack, relay: ownRelay.url })
  const topic = await connect(dapp, phone)
  await ownRelay.stop()
  // Waits until the site's client knows that its socket is dead. It would retry a request over a dead socket only after
  // 15 s.
  await expect.poll(() => dapp.core.relayer.connected).toBe(false)
  const signed = ask(dapp, topic, 'personal_sign', ['0x00', phone.accounts[0]])
  await ownRelay.restart()
  // Clients check their socket every five seconds, and wait longer after each failure.
  await expect(phone.question).toBeVisible({ timeout: 60_000 })
  await phone.approve('Sign this message?')
  expect(await signed).toMatch(/^0x/)
  await closeDapp(dapp)
  await phone.close()
})

test('the phone is accessible, and sends requests only to the relay', async ({ phone, dapp, stack }) => {
  const strangers: string[] = []
  phone.page.on('request', (request) => strangers.push(request.url()))
  phone.page.on('websocket', (socket) => strangers.push(socket.url()))
  await phone.page.reload()
  const { uri } = await propose(dapp)
  await phone.connect(uri)
  await expect(phone.question).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await phone.page.emulateMedia({ colorScheme })
    expect(await findAxeViolations(phone.page)).toEqual([])
  }
  await phone.approve('Connect to this site?')
  await expect(phone.page.getByRole('listitem')).toBeVisible()
  expect(await findAxeViolations(phone.page)).toEqual([])
  const own = [stack.phone, stack.relay, 'data:']
  expect(strangers.filter((url) => own.every((start) => !url.startsWith(start)))).toEqual([])
  expect(strangers.some((url) => url.startsWith(stack.relay))).toBe(true)
})
