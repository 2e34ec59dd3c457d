import { type Hex, numberToHex, parseEther } from 'viem'
import { watchAnnouncement } from '../../driver/announcements.ts'
import { addAuthenticator, createCustodyDriver } from '../../driver/custody.ts'
import type { ProviderAnswer } from '../../driver/hostPage.ts'
import { evmChains as ids } from '../../stack/evm.ts'
import { expect, test } from '../shared/mailTest.ts'

const [first, second] = [numberToHex(ids.first.id), numberToHex(ids.second.id)]
const nobody = '0x00000000000000000000000000000000000000aa'
const refused = { code: 4200, message: 'Requested RPC call is not allowed' }

test('answers harmless requests and refuses invalid requests without an approval card, and queues ten approval cards', async ({
  driver,
  stack,
  chains,
  mail,
  embedded,
}) => {
  const cards = embedded.secure.locator('.approve')
  await driver.visitPage('plain')
  await embedded.logIn(mail)
  const { caipAddress = '' } = (await driver.state()).accounts.eip155 ?? {}
  const address = caipAddress.split(':')[2] as Hex
  await chains.first.fund(address)
  await addAuthenticator(driver.page)
  await createCustodyDriver(driver.page, driver, stack).addPasskey()

  await test.step('the wallet answers EIP-2255, EIP-3326, EIP-3085, EIP-747 and EIP-5792 without an approval card', async () => {
    const { origin } = new URL(stack.shop)
    const permission = {
      parentCapability: 'eth_accounts',
      invoker: origin,
      caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
    }
    const chainIn = (chainId: unknown) => [{ chainId }]
    const invalid = { code: -32602, reason: 'INVALID_PARAMS' }
    const asset = { type: 'ERC20', options: { address: stack.token, symbol: 'COFFEE', decimals: 18 } }
    const call = { to: nobody, value: '0x1' }
    const bundle = { version: '2.0.0', chainId: first, from: address, atomicRequired: true, calls: [call, call] }
    const noAtomic = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
    const table: [string, unknown, Record<string, unknown>][] = [
      ['wallet_getPermissions', undefined, { value: [permission] }],
      ['wallet_requestPermissions', [{ eth_accounts: {} }], { value: [permission] }],
      ['wallet_requestPermissions', [{ eth_sign: {} }], invalid],
      ['wallet_revokePermissions', [{ eth_sign: {} }], invalid],
      ['wallet_switchEthereumChain', chainIn(ids.second.id), invalid],
      ['wallet_switchEthereumChain', chainIn('0x3e7'), { code: 4902, reason: 'UNRECOGNIZED_CHAIN' }],
      ['wallet_addEthereumChain', chainIn('0x3e7'), { code: 4902, reason: 'UNRECOGNIZED_CHAIN' }],
      ['wallet_addEthereumChain', chainIn(second), { value: null }],
      ['eth_chainId', undefined, { value: second }],
      ['wallet_switchEthereumChain', chainIn(first), { value: null }],
      ['eth_chainId', undefined, { value: first }],
      ['wallet_watchAsset', asset, { code: 4200 }],
      ['wallet_getCapabilities', [address, [first]], { value: { [first]: noAtomic } }],
      ['wallet_sendCalls', [bundle], { code: 5760, reason: 'ATOMICITY_NOT_SUPPORTED' }],
      ['wallet_sendCalls', [{ ...bundle, atomicRequired: false, chainId: '0x3e7' }], { code: 5710 }],
      ['wallet_getCallsStatus', ['0x00'], { code: 5730 }],
      ['wallet_grantPermissions', [{}], { code: 4200, reason: 'NOT_SUPPORTED_YET' }],
      ['eth_supportedEntryPoints', [], { code: 4200, reason: 'NOT_SUPPORTED_YET' }],
    ]
    for (const [method, params, answer] of table)
      expect(await driver.request(method, params), `${method} ${JSON.stringify(params)}`).toMatchObject(answer)
  })

  await test.step('a malformed request and a request for another account show no approval card', async () => {
    const table: [string, unknown, number][] = [
      ['personal_sign', undefined, -32602],
      ['personal_sign', ['0x48616c6c6f'], -32602],
      ['personal_sign', ['0x48616c6c6f', nobody], 4100],
      ['personal_sign', { message: 'Hallo' }, -32602],
      ['eth_signTypedData_v4', [address, '{'], -32602],
      ['eth_signTypedData_v4', [address, { types: {}, primaryType: 'Mail', domain: {}, message: {} }], -32602],
      ['eth_sendTransaction', [], -32602],
      ['eth_sendTransaction', [{}], -32602],
      ['eth_sendTransaction', [{ from: nobody, to: address, value: '0x1' }], 4100],
      ['eth_sendTransaction', [{ from: address, to: 'vitalik.eth', value: '1 ETH' }], -32602],
      ['eth_sendTransaction', [{ from: address, to: nobody, value: '0x1', type: '0x4' }], -32003],
      [
        'eth_sendTransaction',
        [{ from: address, to: nobody, value: '0x1', gasPrice: '0x1', maxFeePerGas: '0x1' }],
        -32602,
      ],
      ['eth_sendTransaction', [{ from: address, to: nobody, value: '0x1', chainId: second }], -32602],
      ['wallet_sendCalls', [{ version: '2.0.0', calls: [] }], -32602],
      ['solana_signMessage', { message: 'abc' }, 4200],
    ]
    for (const [method, params, code] of table)
      expect(await driver.request(method, params), `${method} ${JSON.stringify(params)}`).toMatchObject({ code })
    await expect(driver.dialog).toBeHidden()
    await expect(cards).toHaveCount(0)
  })

  await test.step('a method without a policy row is refused at once, opens nothing and leaves waiting approvals alone', async () => {
    const probe = async () => {
      for (const method of ['wallet_getSnaps', 'personal_ecRecover', 'eth_coinbase', 'eth_mining'])
        expect(await driver.request(method)).toMatchObject(refused)
    }
    await probe()
    await expect(driver.dialog).toBeHidden()
    const waiting = driver.request('personal_sign', ['0x48616c6c6f', address])
    await expect(cards).toBeVisible()
    const announced = await watchAnnouncement(driver, 'Action not allowed')
    await probe()
    expect(await driver.request('eth_sign', [address, `0x${'00'.repeat(32)}`])).toMatchObject(refused)
    await announced()
    await expect(cards).toBeVisible()
    await driver.close()
    expect(await waiting).toMatchObject({ code: 4001 })
  })

  await test.step('a refused signature shows the visitor what the site asked for', async () => {
    expect(await driver.request('eth_sign', [address, `0x${'00'.repeat(32)}`])).toMatchObject(refused)
    await expect(embedded.secure.getByText('This request was blocked')).toBeVisible()
    await driver.close()
  })

  await test.step('ten parallel requests make ten approval cards, and each approved transaction reaches the chain with its own nonce', async () => {
    const send = (value: number) =>
      driver.request('eth_sendTransaction', [{ from: address, to: nobody, value: numberToHex(value) }])
    const sent: Promise<ProviderAnswer>[] = []
    for (let value = 1; value <= 10; value += 1) sent.push(send(value))
    const button = embedded.secure.locator('.approve__button')
    const position = embedded.secure.getByText(/^1 of \d+$/)
    await expect(button).toBeVisible()
    expect(await send(11)).toMatchObject({ code: -32005, reason: 'QUEUE_FULL' })
    const hashes: Hex[] = []
    const approve = async (index: number) => {
      await embedded.approve()
      hashes.push(((await sent[index]) as { value: Hex }).value)
    }
    await approve(0)
    await expect(position).toHaveText('1 of 9')
    await embedded.press('Cancel')
    await expect(position).toHaveText('1 of 8')
    expect(await sent[1]).toMatchObject({ code: 4001 })
    await approve(2)
    await expect(position).toHaveText('1 of 7')
    await driver.close()
    for (const rest of sent.slice(3)) expect(await rest).toMatchObject({ code: 4001 })
    const landed = await Promise.all(hashes.map((hash) => chains.first.client.waitForTransactionReceipt({ hash })))
    expect(landed.map(({ status }) => status)).toEqual(['success', 'success'])
    const mined = await Promise.all(hashes.map((hash) => chains.first.client.getTransaction({ hash })))
    expect(mined.map(({ nonce, value }) => [nonce, value])).toEqual([
      [0, 1n],
      [1, 3n],
    ])
    expect(await chains.first.client.getBalance({ address })).toBeLessThan(parseEther('12.345678'))
  })

  await test.step('after the queue was closed, the next request shows an approval card again', async () => {
    const answer = driver.request('personal_sign', ['0x48616c6c6f', address])
    await embedded.approve()
    expect(await answer).toMatchObject({ value: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    await driver.expectClosed()
  })
})
