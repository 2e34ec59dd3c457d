import { rpcMethods, rpcPolicyOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { createDriver, type Driver } from '../../driver/driver.ts'
import type { ProviderAnswer } from '../../driver/hostPage.ts'
import { driveNamespace } from '../../driver/namespaces.ts'
import { expect, test } from '../shared/mailTest.ts'

const methods = Object.keys(rpcMethods)
const notAllowed = { code: 4200, message: 'Requested RPC call is not allowed' }

test.use({ withOtherChains: true })

/** Records where the frame sends methods: to a node through the public proxy, or to the secure frame. */
async function watchFrame(driver: Driver, modalOrigin: string) {
  const { page } = driver
  let toNode: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${modalOrigin}/v1/?`)) return
    const body: unknown = request.postDataJSON()
    for (const { method } of [body].flat() as { method: string }[]) toNode.push(method)
  })
  await page.addInitScript(() => {
    const toWallet: string[] = []
    Object.assign(window, { toWallet })
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: unknown[]) {
      const { path, argumentList } = typeof message === 'string' ? JSON.parse(message) : {}
      if (path?.[0] === 'rpcRequest') toWallet.push(argumentList[0].value.method)
      return Reflect.apply(post, this, [message, ...rest])
    } as typeof post
  })
  return {
    /** Sends a request with `ask`, and returns its answer and to which of the two receivers the frame sent `method`. */
    async during(
      method: string,
      ask: () => Promise<ProviderAnswer>,
    ): Promise<{ answer: ProviderAnswer; places: string[] }> {
      toNode = []
      const answer = await ask()
      // A message from the frame to this test could arrive after the answer, which comes from the page.
      const toWallet = await readToWallet(driver)
      const places = Object.entries({ node: toNode, wallet: toWallet }).flatMap(([place, sent]) =>
        sent.includes(method) ? [place] : [],
      )
      return { answer, places }
    },
  }
}

/** Returns the methods that the frame has sent to the secure frame since the last call. */
const readToWallet = async ({ page, frame }: Driver): Promise<string[]> =>
  (await page.locator('iframe').count()) === 0
    ? []
    : frame.locator('html').evaluate(() => Object(window).toWallet.splice(0))

const askIn = (driver: Driver, namespace: 'eip155' | 'solana', method: string): Promise<ProviderAnswer> =>
  namespace === 'eip155' ? driver.request(method, []) : driveNamespace(driver.page, namespace).request(method, [])

test('with the embedded wallet, sends each method where its policy row says', async ({
  driver,
  stack,
  mail,
  embedded,
}) => {
  const frame = await watchFrame(driver, stack.modal)
  await driver.visitPage('plain')
  await embedded.logIn(mail)
  for (const namespace of ['eip155', 'solana'] as const)
    for (const method of methods) {
      const policy = rpcPolicyOf(method, namespace)
      const { answer, places } = await frame.during(method, () => askIn(driver, namespace, method))
      const found = { method, namespace, places, code: 'code' in answer ? answer.code : null }
      if (policy?.answeredBy === 'wallet') expect(found).toMatchObject({ places: ['wallet'] })
      else if (policy?.answeredBy === 'node' && policy.proxy === 'public')
        expect(found).toMatchObject({ places: ['node'] })
      else if (policy?.answeredBy === 'frame') expect(found).toMatchObject({ places: [] })
      else expect({ ...found, places }).toMatchObject({ places: [], code: 4200 })
    }
  await expect(embedded.secure.locator('.approve')).toHaveCount(0)
})

test('without a connected wallet, lets a node answer reads and refuses methods without a policy row', async ({
  driver,
  page,
  stack,
}) => {
  const frame = await watchFrame(driver, stack.modal)
  await driver.visitPage('plain')
  await driver.loaded()
  for (const method of ['eth_sign', 'eth_mining', 'wallet_requestSnaps', 'constructor'])
    expect(await driver.request(method)).toMatchObject(notAllowed)
  await expect(page.locator('iframe')).toHaveCount(0)

  for (const method of methods) {
    const policy = rpcPolicyOf(method, 'eip155')
    if (policy?.consent === 'connect') continue
    const { answer, places } = await frame.during(method, () => driver.request(method, []))
    const found = { method, places, code: 'code' in answer ? answer.code : null }
    if (policy?.answeredBy === 'wallet') expect(found).toEqual({ method, places: [], code: 4100 })
    else if (policy?.answeredBy === 'node' && policy.proxy === 'public')
      expect(found).toMatchObject({ places: ['node'] })
    else if (policy?.answeredBy === 'frame') expect(found).toMatchObject({ places: [] })
    else expect(found).toEqual({ method, places: [], code: 4200 })
  }
  await expect(driver.dialog).toBeHidden()
})

test('the provider opens the modal only if the page requests accounts', async ({ context, stack }) => {
  for (const method of ['eth_requestAccounts', 'wallet_requestPermissions']) {
    const driver = createDriver(await context.newPage(), stack)
    await driver.visitPage('plain')
    await driver.loaded()
    const answer = driver.request(method, [{ eth_accounts: {} }])
    await driver.expectOpen()
    await driver.close()
    expect(await answer).toMatchObject({ code: 4001 })
  }
})

test('passes every method unchanged to a wallet of the page, even a method without a policy row', async ({
  driver,
  scripted,
}) => {
  /** The bridge answers these methods itself, without the wallet. */
  const ownAnswers = new Set(['eth_requestAccounts'])
  await driver.visitPage('plain')
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  const declined = { code: 4001, message: 'Declined' }
  await scripted.set({ errors: { wallet_switchEthereumChain: declined, wallet_revokePermissions: declined } })
  for (const method of [...methods, 'eth_sign', 'wallet_requestSnaps', 'eth_noSuchThing']) {
    if (ownAnswers.has(method)) continue
    const params = [{ only: method }]
    await driver.request(method, params)
    expect(await scripted.requests()).toContainEqual({ method, params })
  }
})
