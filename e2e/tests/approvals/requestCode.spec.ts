import type { Page } from '@playwright/test'
import { base64 } from '@scure/base'
import type { Hex } from 'viem'
import type { Driver } from '../../driver/driver.ts'
import type { EmbeddedDriver } from '../../driver/embedded.ts'
import { driveNamespace } from '../../driver/namespaces.ts'
import { compileTransfer } from '../../stack/solana/transfer.ts'
import { expect, test } from '../shared/mailTest.ts'
import { callChainNode } from '../shared/otherChainsTest.ts'

test.use({ withOtherChains: true })

/** The scripts that all requests need, and those of one kind of request. */
const common = 'openRequests'
const kinds = [
  { scripts: ['personalSign'], method: 'personal_sign', paramsOf: (account: Hex) => ['0x48616c6c6f', account] },
  {
    scripts: ['signTypedData'],
    method: 'eth_signTypedData_v4',
    paramsOf: (account: Hex) => [account, JSON.stringify(typedData)],
  },
  {
    scripts: ['sendTransaction', 'proposeCalls'],
    method: 'eth_sendTransaction',
    paramsOf: (account: Hex) => [{ from: account, to: account, value: '0x1' }],
  },
]
const typedData = {
  domain: { name: 'Shop', chainId: 31337 },
  primaryType: 'Greeting',
  types: { EIP712Domain: [], Greeting: [{ name: 'text', type: 'string' }] },
  message: { text: 'Hello' },
}

test('the first request asks for the code of its kind and for the code of all requests at the same time', async ({
  driver,
  page,
  chains,
  mail,
  embedded,
}) => {
  await driver.visitShop()
  await embedded.logIn(mail)
  const account = (await page.locator('#account').textContent()) as Hex
  await chains.first.fund(account)
  for (const { scripts, method, paramsOf } of kinds)
    await test.step(method, async () => {
      await page.reload()
      await driver.loaded()
      await driver.expectStatus('connected')
      const wanted = [common, ...scripts]
      const asked = new Set<string>()
      const { promise: allAsked, resolve: continueAll } = Promise.withResolvers<void>()
      // Each script waits until the page has asked for the others. A script that loads later would never arrive.
      await page.route(new RegExp(`/assets/(?:${wanted.join('|')})-`), async (route) => {
        asked.add(/assets\/(\w+)-/.exec(route.request().url())?.[1] ?? '')
        if (asked.size === wanted.length) continueAll()
        await allAsked
        await route.continue()
      })
      const answer = driver.request(method, paramsOf(account))
      await expect.poll(() => [...asked].toSorted()).toEqual(wanted.toSorted())
      const { secure } = embedded
      await expect(
        secure.locator('.approve__button').or(secure.getByRole('button', { name: 'Open wallet window' })),
      ).toBeVisible()
      await embedded.reject()
      expect(await answer).toMatchObject({ code: 4001 })
      await driver.expectClosed()
      await page.unrouteAll()
    })
})

/**
 * Makes the code of a card wait until the node has answered a simulation by `method`. If the simulation waited for that
 * code, the card would never appear. Returns whether the code waited.
 */
const holdCardCode = async (page: Page, chunk: string, method: string): Promise<() => boolean> => {
  const simulated = page.waitForResponse(
    (response) => response.url().endsWith('/rpc') && !!response.request().postData()?.includes(method),
  )
  let isHeld = false
  await page.route(new RegExp(`/assets/${chunk}-`), async (route) => {
    isHeld = true
    await simulated
    await route.continue()
  })
  return () => isHeld
}
const reload = async (driver: Driver): Promise<void> => {
  await driver.page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
}
const refuseCard = async ({ secure, reject }: EmbeddedDriver, answer: Promise<unknown>): Promise<void> => {
  const inWindow = secure.getByRole('button', { name: 'Open wallet window' })
  await expect(secure.locator('.approve__button').or(inWindow)).toBeVisible()
  await reject()
  expect(await answer).toMatchObject({ code: 4001 })
}

test('the node simulates a transaction while the code of its card loads', async ({
  driver,
  page,
  chains,
  mail,
  embedded,
}) => {
  await driver.visitShop()
  await embedded.logIn(mail)
  const account = (await page.locator('#account').textContent()) as Hex
  await chains.first.fund(account)
  await reload(driver)
  const wasHeld = await holdCardCode(page, 'proposeCalls', 'eth_simulateV1')
  await refuseCard(embedded, driver.request('eth_sendTransaction', [{ from: account, to: account, value: '0x1' }]))
  expect(wasHeld()).toBe(true)
})

test('the node simulates a Solana transaction while the code of its card loads', async ({
  driver,
  page,
  stack,
  mail,
  embedded,
}) => {
  const solana = stack.otherChains?.solana ?? ''
  await driver.visitShop()
  await embedded.logIn(mail)
  const account = (await driver.state()).accounts.solana?.caipAddress?.split(':')[2] ?? ''
  await callChainNode(solana, 'requestAirdrop', [account, 1_000_000_000])
  const { value } = await callChainNode<{ value: { blockhash: string } }>(solana, 'getLatestBlockhash')
  const transfer = compileTransfer({ from: account, to: account, lamports: 1n, ...value })
  await reload(driver)
  const wasHeld = await holdCardCode(page, 'proposeSolana', 'simulateTransaction')
  const transaction = base64.encode(transfer)
  await refuseCard(embedded, driveNamespace(page, 'solana').request('solana_signTransaction', { transaction }))
  expect(wasHeld()).toBe(true)
})
