import type { Page } from '@playwright/test'
import { base64, hex } from '@scure/base'
import { TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { connectWallet, expectAnswerValue, type NamespaceDriver } from '../../driver/namespaces.ts'
import { createBitcoinKey } from '../../wallets/page/bitcoinKey.ts'
import { addHostScript } from '../shared/hostScript.ts'
import { test as base, expect } from '../shared/otherChainsTest.ts'
import { type InstalledWallet, localNetworkIds, pageWalletAddresses, pageWallets } from '../shared/pageWallets.ts'

declare global {
  interface Window {
    satsConnect: typeof import('../../host/satsConnect.ts')
  }
}

type Signed = { address: string; signature: string }

const message = 'Good coffee. ☕'
const payment = pageWalletAddresses.bip122[0]
const ordinals = pageWalletAddresses.ordinals[0]
const receiver = createBitcoinKey('03'.repeat(32), 'signet').addresses[0].address

const isSigned = (answer: Signed, by: string): boolean =>
  answer.address === by && Verifier.verifySignature(by, message, base64.encode(hex.decode(answer.signature)))

/** Prepares a payment from a coin that the faucet has paid to this address. */
async function prepare(esplora: string, address: string, amount: bigint) {
  const funded = await fetch(`${esplora}/faucet?address=${address}&amount=50000`, { method: 'POST' })
  const script = createBitcoinKey('01'.repeat(32), 'signet').addresses.find((own) => own.address === address)?.script
  if (!script) throw new Error('not an address of the wallet')
  const transaction = new Transaction()
  transaction.addInput({ txid: await funded.text(), index: 0, witnessUtxo: { script, amount: 50_000n } })
  transaction.addOutputAddress(receiver, amount, TEST_NETWORK)
  const signInputs = [{ address, index: 0, sighashTypes: [1] }]
  return { psbt: base64.encode(transaction.toPSBT()), signInputs }
}
const isKnown = async (esplora: string, txid: string): Promise<boolean> =>
  (await fetch(`${esplora}/tx/${txid}/status`)).ok

type Fixtures = { wallet: InstalledWallet; bitcoin: NamespaceDriver }
const withWallet = (way: 'Wallet Standard, Bitcoin' | 'Unisat' | 'Sats Connect') =>
  base.extend<Fixtures>({
    wallet: async ({ page, otherChains }, use) => use(await pageWallets[way].install(page, otherChains)),
    bitcoin: async ({ driver, wallet }, use) => {
      expect(wallet).toBeDefined()
      await driver.visitPage('plain')
      await use(await connectWallet(driver, 'bip122', pageWallets[way].name))
    },
  })

const rejection = 'a request that the visitor rejects fails with code 4001, and the wallet stays connected'

async function expectRejections(bitcoin: NamespaceDriver, wallet: InstalledWallet, requests: Record<string, object>) {
  for (const [method, params] of Object.entries(requests)) {
    await wallet.rejectNext()
    expect(await bitcoin.request(method, params)).toMatchObject({ code: 4001 })
  }
  expect(await bitcoin.account()).toMatchObject({ status: 'connected' })
}

const standardTest = withWallet('Wallet Standard, Bitcoin')

standardTest('a wallet of the Wallet Standard signs with both addresses', async ({ bitcoin, wallet, otherChains }) => {
  const { step } = standardTest
  const { esplora } = otherChains
  const methods = async () => (await wallet.requests()).map(({ method }) => method)

  await step('the provider refuses unsupported methods without a call to the wallet', async () => {
    const params = { account: payment, recipientAddress: receiver, amount: '1000' }
    expect(await bitcoin.request('sendTransfer', params)).toMatchObject({ code: 4200 })
    expect(await methods()).toEqual(['bitcoin:connect'])
  })
  await step('refuses to sign for an address of another account', async () => {
    const params = { account: payment, message, address: pageWalletAddresses.bip122[1] }
    expect(await bitcoin.request('signMessage', params)).toMatchObject({ code: 4100 })
    expect(await methods()).toEqual(['bitcoin:connect'])
  })
  await step('the wallet lists its addresses with their purposes', async () => {
    expect(expectAnswerValue(await bitcoin.request('getAccountAddresses', { account: payment }))).toEqual([
      expect.objectContaining({ address: payment, intention: 'payment' }),
      expect.objectContaining({ address: ordinals, intention: 'ordinal' }),
    ])
  })
  await step('makes signatures of both addresses that other software verifies', async () => {
    const byDefault = await bitcoin.request('signMessage', { account: payment, message })
    expect(isSigned(expectAnswerValue(byDefault), payment)).toBe(true)
    for (const address of [payment, ordinals]) {
      const answer = await bitcoin.request('signMessage', { account: payment, message, address })
      expect(isSigned(expectAnswerValue(answer), address)).toBe(true)
    }
  })
  await step('signs transactions of both addresses that the chain accepts', async () => {
    for (const address of [payment, ordinals]) {
      const params = { account: address, ...(await prepare(esplora, address, 40_000n)), broadcast: false }
      const { psbt } = expectAnswerValue<{ psbt: string }>(await bitcoin.request('signPsbt', params))
      const signed = Transaction.fromPSBT(base64.decode(psbt))
      signed.finalize()
      const sent = await fetch(`${esplora}/tx`, { method: 'POST', body: signed.hex })
      expect(await sent.text()).toBe(signed.id)
    }
  })
  await step(rejection, async () => {
    const signing = { account: payment, ...(await prepare(esplora, payment, 40_000n)) }
    await expectRejections(bitcoin, wallet, { signMessage: { account: payment, message }, signPsbt: signing })
  })
})

/** Calls AppKit's own provider by the package Sats Connect. */
const callBySatsConnect = (page: Page, method: string, params: unknown = null) =>
  page.evaluate(
    async ([name, given]) => {
      const { getProviders, request } = window.satsConnect
      const { id } = getProviders().find((provider) => provider.name === 'AppKit') ?? {}
      return id ? request(name as never, given as never, id) : { status: 'no provider' }
    },
    [method, params] as const,
  ) as Promise<{ status: string; result?: unknown; error?: unknown }>

const satsConnectTest = standardTest.extend({
  wallet: async ({ page, wallet }, use) => {
    await addHostScript(page, 'satsConnect.ts', 'satsConnect', 'window.satsConnect = satsConnect')
    await use(wallet)
  },
})

satsConnectTest(
  'a page that uses Sats Connect signs with the wallet that AppKit connected',
  async ({ bitcoin, page }) => {
    expect(await bitcoin.account()).toMatchObject({ status: 'connected' })
    expect(await callBySatsConnect(page, 'getInfo')).toMatchObject({ status: 'success', result: { platform: 'web' } })
    const shared = await callBySatsConnect(page, 'getAddresses', { purposes: ['payment', 'ordinals'] })
    expect(shared).toMatchObject({
      result: {
        addresses: [
          { address: payment, purpose: 'payment', addressType: 'p2wpkh' },
          { address: ordinals, purpose: 'ordinals', addressType: 'p2tr' },
        ],
        network: { bitcoin: { name: 'Signet' } },
      },
    })
    const { result } = await callBySatsConnect(page, 'signMessage', { address: payment, message })
    const { signature } = result as Signed
    expect(Verifier.verifySignature(payment, message, signature)).toBe(true)
    expect(await callBySatsConnect(page, 'wallet_disconnect')).toMatchObject({ status: 'success', result: null })
    expect(await bitcoin.account()).toMatchObject({ status: 'disconnected' })
  },
)

satsConnectTest('a page that uses Sats Connect opens the modal to connect', async ({ bitcoin, driver, page }) => {
  await callBySatsConnect(page, 'wallet_disconnect')
  expect(await bitcoin.account()).toMatchObject({ status: 'disconnected' })
  const connecting = callBySatsConnect(page, 'wallet_connect')
  await driver.expectOpen()
  await driver.chooseWallet(pageWallets['Wallet Standard, Bitcoin'].name)
  expect(await connecting).toMatchObject({ result: { walletType: 'software' } })
  await callBySatsConnect(page, 'wallet_disconnect')
  const refused = callBySatsConnect(page, 'wallet_connect')
  await driver.expectOpen()
  await page.keyboard.press('Escape')
  expect(await refused).toMatchObject({ error: { code: -32000 } })
})

const unisatTest = withWallet('Unisat')

unisatTest('the wallet UniSat signs and sends', async ({ bitcoin, wallet, otherChains }) => {
  const { step } = unisatTest
  const { esplora } = otherChains

  await step('makes ECDSA and BIP-322 signatures that other software verifies', async () => {
    for (const [protocol, type] of [
      ['ecdsa', 'ecdsa'],
      ['bip322', 'bip322-simple'],
    ]) {
      const answer = await bitcoin.request('signMessage', { account: payment, message, protocol })
      expect(isSigned(expectAnswerValue(answer), payment)).toBe(true)
      expect((await wallet.requests()).at(-1)).toMatchObject({ method: 'signMessage', params: { message, type } })
    }
  })
  await step('sends a transfer and a signed transaction to the chain', async () => {
    const signing = { account: payment, ...(await prepare(esplora, payment, 40_000n)), broadcast: true }
    const pushed = expectAnswerValue<{ psbt: string; txid: string }>(await bitcoin.request('signPsbt', signing))
    expect(await isKnown(esplora, pushed.txid)).toBe(true)

    await fetch(`${esplora}/faucet?address=${payment}&amount=80000`, { method: 'POST' })
    const transfer = { account: payment, recipientAddress: receiver, amount: '12345' }
    const sent = expectAnswerValue<{ txid: string }>(await bitcoin.request('sendTransfer', transfer))
    expect(await isKnown(esplora, sent.txid)).toBe(true)
  })
  await step(
    'the wallet does not finalize a transaction that it does not send, so that others can sign it too',
    async () => {
      const params = { account: payment, ...(await prepare(esplora, payment, 40_000n)) }
      const { psbt } = expectAnswerValue<{ psbt: string }>(await bitcoin.request('signPsbt', params))
      const signed = Transaction.fromPSBT(base64.decode(psbt))
      expect(signed.isFinal).toBe(false)
      signed.finalize()
      expect(signed.isFinal).toBe(true)
    },
  )
  await step(rejection, () =>
    expectRejections(bitcoin, wallet, {
      signMessage: { account: payment, message },
      sendTransfer: { account: payment, recipientAddress: receiver, amount: '1000' },
    }),
  )
})

const satsTest = withWallet('Sats Connect')
const [mainnetPayment, taproot] = pageWalletAddresses.mainnet

/** A transaction that spends a coin of each mainnet address. No test sends it. */
function prepareOnMainnet() {
  const key = createBitcoinKey('01'.repeat(32), 'mainnet')
  const transaction = new Transaction()
  for (const [index, { script }] of key.addresses.entries())
    transaction.addInput({ txid: 'cd'.repeat(32), index, witnessUtxo: { script, amount: 50_000n } })
  transaction.addOutputAddress(mainnetPayment, 90_000n)
  const signInputs = [mainnetPayment, taproot].map((address, index) => ({ address, index }))
  return { account: mainnetPayment, psbt: base64.encode(transaction.toPSBT()), signInputs }
}

satsTest('a wallet of Sats Connect signs, sends and switches its network', async ({ bitcoin, wallet, page }) => {
  const { step } = satsTest

  await step('makes signatures of both addresses that other software verifies', async () => {
    const signing = { account: mainnetPayment, message }
    for (const [address, protocol] of [
      [mainnetPayment, undefined],
      [mainnetPayment, 'ecdsa'],
      [mainnetPayment, 'bip322'],
      [taproot, undefined],
      [taproot, 'bip322'],
    ] as const) {
      const answer = await bitcoin.request('signMessage', { ...signing, address, protocol })
      expect(isSigned(expectAnswerValue(answer), address)).toBe(true)
    }
    const byEcdsa = await bitcoin.request('signMessage', { ...signing, address: taproot, protocol: 'ecdsa' })
    expect(byEcdsa).toEqual(expect.objectContaining({ code: -32602, message: 'Taproot has no ECDSA.' }))
    expect((await wallet.requests()).filter(({ method }) => method === 'signMessage')).toHaveLength(5)
  })
  await step('the wallet gets transactions to sign and transfers in the format of its own interface', async () => {
    const { psbt } = expectAnswerValue<{ psbt: string }>(await bitcoin.request('signPsbt', prepareOnMainnet()))
    const signed = Transaction.fromPSBT(base64.decode(psbt))
    signed.finalize()
    expect(signed.isFinal).toBe(true)

    const transfer = { account: mainnetPayment, recipientAddress: mainnetPayment, amount: '12345' }
    expect(await bitcoin.request('sendTransfer', transfer)).toEqual({ value: { txid: 'ab'.repeat(32) } })
    expect((await wallet.requests()).slice(-2)).toMatchObject([
      { method: 'signPsbt', params: { signInputs: { [mainnetPayment]: [0], [taproot]: [1] } } },
      { method: 'sendTransfer', params: { recipients: [{ address: mainnetPayment, amount: 12_345 }] } },
    ])
  })
  await step(rejection, () => expectRejections(bitcoin, wallet, { signMessage: { account: mainnetPayment, message } }))
  await step('switches the network with the visitor’s consent, and then has the new network’s accounts', async () => {
    const go = (id: string) =>
      page.evaluate((to) => window.AppKit.switchNetwork(to).catch(({ code }) => ({ code })), id)
    await wallet.rejectNext()
    expect(await go(localNetworkIds.bip122)).toEqual({ code: 4001 })
    await bitcoin.expectAccount({ caipAddress: `bip122:000000000019d6689c085ae165831e93:${mainnetPayment}` })
    await go(localNetworkIds.bip122)
    const accounts = [payment, ordinals].map((address) => `${localNetworkIds.bip122}:${address}`)
    await bitcoin.expectAccount({ status: 'connected', caipAddress: accounts[0] ?? '', caipAddresses: accounts })
    const answer = await bitcoin.request('signMessage', { account: payment, message })
    expect(isSigned(expectAnswerValue(answer), payment)).toBe(true)
  })
})
