import type { Driver } from '../../driver/driver.ts'
import { expect, test } from '../shared/test.ts'

const { step } = test
const scriptedName = 'Scripted Wallet'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the provider of a page without a connection answers reads and refuses all other requests', async ({
  driver,
  page,
  account,
  chains,
}) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await step("answers reads from the project's chain, without opening the modal", async () => {
    expect(await driver.request('eth_accounts')).toEqual({ value: [] })
    expect(await driver.request('eth_chainId')).toEqual({ value: '0x7a69' })
    expect(await driver.request('net_version')).toEqual({ value: '31337' })
    const balance = await chains.first.client.getBalance({ address: account.address })
    expect(await driver.request('eth_getBalance', [account.address, 'latest'])).toEqual({
      value: `0x${balance.toString(16)}`,
    })
    expect(await driver.request('web3_clientVersion')).toEqual({ value: expect.stringMatching(/.+/) })
    await expect(driver.dialog).toBeHidden()
  })
  await step('refuses methods that need an account as unauthorized', async () => {
    for (const [method, params] of [
      ['personal_sign', ['0x00', account.address]],
      ['eth_sendTransaction', [{ from: account.address, to: account.address }]],
      ['eth_signTypedData_v4', [account.address, '{}']],
    ] as const) {
      expect(await driver.request(method, params)).toMatchObject({ code: 4100 })
    }
  })
  await step('refuses an unknown method as unsupported', async () => {
    expect(await driver.request('eth_noSuchThing')).toMatchObject({ code: 4200 })
    expect(await driver.request('constructor')).toMatchObject({ code: 4200 })
    expect(await driver.request('__proto__')).toMatchObject({ code: 4200 })
  })
  await step('refuses a malformed request', async () => {
    const codes = await page.evaluate(async () => {
      const bad: unknown[] = [undefined, null, {}, { method: 1 }, { method: '' }, 'eth_accounts', []]
      const provider = window.AppKit.getProvider('eip155')
      return Promise.all(
        bad.map((request) =>
          provider.request(request as never).then(
            () => 'answered',
            (error) => error.code,
          ),
        ),
      )
    })
    expect(codes).toEqual(codes.map(() => -32600))
  })
})

test('eth_requestAccounts opens the modal, lists a wallet that announces itself late, and returns the accounts', async ({
  driver,
  page,
  scripted,
  account,
}) => {
  await driver.visitPage('plain')
  await driver.loaded()
  const events = await driver.recordEvents()
  const answer = driver.request('eth_requestAccounts')
  await step('the open modal lists a wallet that announces itself late', async () => {
    await driver.expectOpen()
    // From now on the bridge listens to announcements. The late wallet announces itself only once, so it must wait for
    // this.
    await expect(driver.frame.getByRole('button', { name: scriptedName })).toBeVisible()
    await expect(driver.frame.getByRole('button', { name: 'Latecomer' })).toHaveCount(0)
    await page.evaluate(() => {
      const info = {
        uuid: crypto.randomUUID(),
        name: 'Latecomer',
        icon: 'data:image/svg+xml,<svg/>',
        rdns: 'test.late',
      }
      const provider = { request: async () => [], on() {}, removeListener() {} }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    })
    await expect(driver.frame.getByRole('button', { name: 'Latecomer' })).toBeVisible()
  })
  await driver.chooseWallet(scriptedName)
  expect(await answer).toEqual({ value: [account.address.toLowerCase()] })
  expect(await driver.request('eth_accounts')).toEqual(await answer)
  // A second request gets the same answer without the modal.
  expect(await driver.request('eth_requestAccounts')).toEqual(await answer)
  await expect.poll(async () => (await events()).map(([event]) => event)).toEqual(['connect', 'accountsChanged'])
  expect((await events())[0]?.[1]).toEqual({ chainId: '0x7a69' })
  expect((await scripted.requests()).filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})

/**
 * Opens and closes the modal, so that the frame is loaded while the provider is used. A restored connection loads no
 * frame.
 */
async function loadFrame(driver: Driver): Promise<void> {
  await driver.open()
  await driver.close()
  await expect(driver.dialog).toBeAttached()
}

test('the provider of a connected page passes requests to the wallet', async ({
  driver,
  page,
  connected: scripted,
  account,
  chains,
  stack,
}) => {
  await loadFrame(driver)
  await step(
    'the provider passes requests to the wallet, and the wallet’s answers to the page, unchanged',
    async () => {
      await scripted.set({ answers: { personal_sign: '0xsigned', eth_sendTransaction: '0xhash' } })
      const params = ['0x6869', account.address]
      expect(await driver.request('personal_sign', params)).toEqual({ value: '0xsigned' })
      const transaction = [{ from: account.address, to: account.address, data: '0x00' }]
      expect(await driver.request('eth_sendTransaction', transaction)).toEqual({ value: '0xhash' })
      const asked = await scripted.requests()
      expect(asked).toContainEqual({ method: 'personal_sign', params })
      expect(asked).toContainEqual({ method: 'eth_sendTransaction', params: transaction })
    },
  )
  await step("keeps the code and message of a wallet's error", async () => {
    const error = { code: -32003, message: 'The vault is closed on Sundays.' }
    await scripted.set({ errors: { personal_sign: error } })
    expect(await driver.request('personal_sign', ['0x00', account.address])).toMatchObject(error)
    await scripted.set({ errors: {} })
  })
  await step('EIP-747: the provider asks the wallet to watch a token', async () => {
    await scripted.set({ answers: { wallet_watchAsset: true } })
    const params = { type: 'ERC20', options: { address: stack.token, symbol: 'DUSD', decimals: 18 } }
    expect(await driver.request('wallet_watchAsset', params)).toEqual({ value: true })
    expect(await scripted.requests()).toContainEqual({ method: 'wallet_watchAsset', params })
  })
  await step("lets the project's chain answer reads that the wallet does not support", async () => {
    const balance = await chains.first.client.getBalance({ address: account.address })
    const answer = await driver.request('eth_getBalance', [account.address, 'latest'])
    expect(answer).toEqual({ value: `0x${balance.toString(16)}` })
  })
  await step('each of 300 parallel requests gets the answer of its own method', async () => {
    const answers = await page.evaluate(async () => {
      const provider = window.AppKit.getProvider('eip155')
      const methods = ['eth_chainId', 'eth_accounts', 'net_version']
      const calls = Array.from({ length: 300 }, async (_, index) => {
        const method = methods[index % methods.length] ?? ''
        return [method, await provider.request({ method })] as const
      })
      return Promise.all(calls)
    })
    const expected: Record<string, unknown> = {
      eth_chainId: '0x7a69',
      eth_accounts: [account.address.toLowerCase()],
      net_version: '31337',
    }
    for (const [method, value] of answers) expect(value).toEqual(expected[method])
  })
  await step('a pending request does not block other requests', async () => {
    const before = (await scripted.requests()).length
    await scripted.set({ held: ['personal_sign'], answers: { personal_sign: '0xlate' } })
    const late = driver.request('personal_sign', ['0x00', account.address])
    await expect
      .poll(async () => (await scripted.requests()).slice(before))
      .toMatchObject([{ method: 'personal_sign' }])
    expect(await driver.request('eth_chainId')).toEqual({ value: '0x7a69' })
    await scripted.release()
    expect(await late).toEqual({ value: '0xlate' })
  })
})

test('the provider of a connected page reports changes of the wallet', async ({
  driver,
  connected: scripted,
  account,
}) => {
  await loadFrame(driver)
  await step("the provider emits the wallet's events", async () => {
    const events = await driver.recordEvents()
    await scripted.set({ accounts: [other], chainId: '0x7a6a' })
    await scripted.emit('accountsChanged', [other])
    await scripted.emit('chainChanged', '0x7a6a')
    const changes = [
      ['accountsChanged', [other.toLowerCase()]],
      ['chainChanged', '0x7a6a'],
    ]
    await expect.poll(events).toEqual(changes)
    expect((await driver.state()).accounts.eip155).toMatchObject({ status: 'connected', caipNetworkId: 'eip155:31338' })
    // The chain is the same as before, so no event may follow.
    await scripted.emit('chainChanged', '0x7a6a')
    await scripted.set({ accounts: [account.address] })
    await scripted.emit('accountsChanged', [account.address])
    await expect.poll(events).toEqual([...changes, ['accountsChanged', [account.address.toLowerCase()]]])
  })
  await step('EIP-3326 and EIP-3085: the wallet answers requests to switch and to add a network', async () => {
    const unknown = { code: 4902, message: 'Unrecognized chain ID.' }
    await scripted.set({ errors: { wallet_switchEthereumChain: unknown }, answers: { wallet_addEthereumChain: null } })
    expect(await driver.request('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toMatchObject(unknown)
    const chain = {
      chainId: '0x7a69',
      chainName: 'Localnet',
      rpcUrls: ['http://127.0.0.1:1'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }
    expect(await driver.request('wallet_addEthereumChain', [chain])).toEqual({ value: null })
    expect(await scripted.requests()).toContainEqual({ method: 'wallet_addEthereumChain', params: [chain] })
    await scripted.set({ errors: {} })
    expect(await driver.request('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toEqual({ value: null })
    expect(await driver.request('eth_chainId')).toEqual({ value: '0x7a69' })
  })
  await step('EIP-2255: the page requests permissions and reads the list of them', async () => {
    const permissions = { value: [{ parentCapability: 'eth_accounts' }] }
    expect(await driver.request('wallet_getPermissions')).toMatchObject(permissions)
    expect(await driver.request('wallet_requestPermissions', [{ eth_accounts: {} }])).toMatchObject(permissions)
  })
  await step('MIP-2: if the page revokes its permission, the connection ends with accountsChanged []', async () => {
    const events = await driver.recordEvents()
    expect(await driver.request('wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ value: null })
    await driver.expectStatus('disconnected')
    await expect.poll(events).toContainEqual(['accountsChanged', []])
    expect(await driver.request('wallet_getPermissions')).toEqual({ value: [] })
  })
  await step('disconnects when the wallet withdraws all accounts from the page', async () => {
    await driver.open()
    await driver.chooseWallet(scriptedName)
    await driver.expectClosed()
    await driver.expectStatus('connected')
    const events = await driver.recordEvents()
    await scripted.set({ permitted: false })
    await scripted.emit('accountsChanged', [])
    await driver.expectStatus('disconnected')
    expect(await driver.request('eth_accounts')).toEqual({ value: [] })
    await expect.poll(events).toContainEqual(['accountsChanged', []])
  })
})

test('AppKit announces itself by EIP-6963, for each request of a page', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  const seen = await page.evaluate(() => {
    const found: unknown[] = []
    window.addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent).detail
      const isOurs = provider === window.AppKit.getProvider('eip155')
      found.push({ ...info, isOurs, frozen: Object.isFrozen((event as CustomEvent).detail) })
    })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return found
  })
  const announcement = {
    name: 'AppKit',
    rdns: expect.stringMatching(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
    uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    icon: expect.stringMatching(/^data:image\//),
    isOurs: true,
    frozen: true,
  }
  expect(seen).toEqual([announcement, announcement])
  expect(seen[0]).toEqual(seen[1])
})

test('invalid wallet announcements do not break the list of wallets', async ({ driver, page, scripted }) => {
  expect(scripted).toBeDefined()
  await page.addInitScript(() => {
    const announce = (detail: unknown) => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    const icon = 'data:image/svg+xml,<svg/>'
    const provider = { request: async () => null, on() {}, removeListener() {} }
    const uuid = () => crypto.randomUUID()
    const throwing = {
      get info() {
        throw new Error('info')
      },
      get provider() {
        throw new Error('provider')
      },
    }
    const details: unknown[] = [
      undefined,
      null,
      7,
      'text',
      {},
      { info: null, provider },
      { info: { uuid: uuid(), name: 'No provider', icon, rdns: 'bad.noprovider' } },
      { info: { uuid: 5, name: {}, icon: [], rdns: Symbol('x') }, provider },
      { info: { uuid: uuid(), name: '', icon, rdns: 'bad.empty' }, provider },
      throwing,
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap')
          },
        },
      ),
      {
        info: {
          uuid: uuid(),
          name: 'Heavy Icon',
          icon: `data:image/png;base64,${'A'.repeat(5_000_000)}`,
          rdns: 'bad.heavy',
        },
        provider,
      },
      { info: { uuid: uuid(), name: 'Script Icon', icon: 'javascript:alert(1)', rdns: 'bad.script' }, provider },
      {
        info: { uuid: uuid(), name: 'Remote Icon', icon: 'https://tracker.example/pixel.png', rdns: 'bad.remote' },
        provider,
      },
      { info: { uuid: uuid(), name: 'N'.repeat(100_000), icon, rdns: 'bad.long' }, provider },
      { info: { uuid: uuid(), name: 'Flip\u202eped', icon, rdns: 'bad.bidi' }, provider },
    ]
    const all = () => {
      for (const detail of details) announce(detail)
      for (let index = 0; index < 500; index += 1) {
        announce({ info: { uuid: uuid(), name: `Flood ${index}`, icon, rdns: `flood.n${index}` }, provider })
      }
    }
    window.addEventListener('eip6963:requestProvider', all)
    all()
  })
  const outside: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('tracker.example')) outside.push(request.url())
  })
  await driver.visitPage('plain')
  await driver.open()
  await driver.chooseWallet(scriptedName)
  await driver.expectClosed()
  await driver.expectStatus('connected')
  expect(outside).toEqual([])
})

test('window.ethereum alone is listed last and labelled', async ({ driver, page, account }) => {
  await page.addInitScript((address) => {
    const provider = {
      request: async ({ method }: { method: string }) =>
        method === 'eth_chainId' ? '0x7a69' : method.includes('ccounts') ? [address] : null,
      on() {},
      removeListener() {},
    }
    Object.assign(window, { ethereum: provider })
  }, account.address)
  await driver.visitPage('plain')
  await driver.open()
  await driver.chooseWallet(/browser wallet/i)
  await driver.expectClosed()
  await driver.expectStatus('connected')
})
