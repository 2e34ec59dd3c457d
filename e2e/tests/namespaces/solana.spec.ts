import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { connectWallet, expectAnswerValue, type NamespaceDriver } from '../../driver/namespaces.ts'
import { compileTransfer } from '../../stack/solana/transfer.ts'
import { test as base, callChainNode, expect } from '../shared/otherChainsTest.ts'
import { type InstalledWallet, localNetworkIds, pageWalletAddresses, pageWallets } from '../shared/pageWallets.ts'
import { readReadme } from '../shared/readme.ts'

const [first, second] = pageWalletAddresses.solana
const greeting = new TextEncoder().encode('Good coffee. ☕')

const test = base.extend<{ wallet: InstalledWallet; solana: NamespaceDriver }>({
  wallet: async ({ page, otherChains }, use) =>
    use(await pageWallets['Wallet Standard, Solana'].install(page, otherChains)),
  solana: async ({ driver, wallet }, use) => {
    expect(wallet).toBeDefined()
    await driver.visitPage('plain')
    await use(await connectWallet(driver, 'solana', 'Test Sun'))
  },
})

const isSigned = (answer: unknown, message: Uint8Array, by: string): boolean => {
  const { signature } = answer as { signature: string }
  return ed25519.verify(base58.decode(signature), message, base58.decode(by))
}
const sign = (solana: NamespaceDriver, pubkey: string) =>
  solana.request('solana_signMessage', { message: base58.encode(greeting), pubkey })

async function expectTransactionsOnChain(solana: NamespaceDriver, node: string): Promise<void> {
  await callChainNode(node, 'requestAirdrop', [first, 2_000_000_000])
  const receiver = base58.encode(ed25519.utils.randomSecretKey())
  const received = async () => (await callChainNode<{ value: number }>(node, 'getBalance', [receiver])).value
  const unsigned = async (lamports: bigint) => {
    const { value } = await callChainNode<{ value: { blockhash: string } }>(node, 'getLatestBlockhash')
    return base64.encode(compileTransfer({ from: first, to: receiver, lamports, ...value }))
  }

  const answer = await solana.request('solana_signTransaction', { transaction: await unsigned(5_000_000n) })
  const { signature, transaction } = expectAnswerValue<{ signature: string; transaction: string }>(answer)
  expect(await callChainNode(node, 'sendTransaction', [transaction, { encoding: 'base64' }])).toBe(signature)
  expect(await received()).toBe(5_000_000)

  const sent = await solana.request('solana_signAndSendTransaction', { transaction: await unsigned(7_000_000n) })
  const { value } = await callChainNode<{ value: unknown[] }>(node, 'getSignatureStatuses', [
    [expectAnswerValue<{ signature: string }>(sent).signature],
  ])
  expect(value).toEqual([expect.objectContaining({ err: null })])
  expect(await received()).toBe(12_000_000)

  const pair = { transactions: [await unsigned(1_000_000n), await unsigned(2_000_000n)] }
  const { transactions } = expectAnswerValue<{ transactions: string[] }>(
    await solana.request('solana_signAllTransactions', pair),
  )
  for (const one of transactions) await callChainNode(node, 'sendTransaction', [one, { encoding: 'base64' }])
  expect(await received()).toBe(15_000_000)
}

test('a wallet of the Wallet Standard signs, signs in and sends', async ({
  driver,
  page,
  solana,
  wallet,
  otherChains,
}) => {
  const { step } = test
  await step('makes signatures of messages that other software verifies', async () => {
    expect(isSigned(expectAnswerValue(await sign(solana, first)), greeting, first)).toBe(true)
    const message = Buffer.from(greeting).toString('hex')
    expect(await wallet.requests()).toContainEqual({
      method: 'solana:signMessage',
      params: { address: first, message },
      shown: true,
    })
  })
  await step('signs in by the wallet’s own feature, with a signature that other software verifies', async () => {
    const input = { domain: 'shop.localhost', statement: 'Good coffee for members.' }
    const answer = expectAnswerValue<{ address: string; message: string }>(await solana.request('solana_signIn', input))
    const message = base58.decode(answer.message)
    expect(answer.address).toBe(first)
    expect(new TextDecoder().decode(message)).toContain(
      `${input.domain} wants you to sign in with your Solana account:`,
    )
    expect(isSigned(answer, message, first)).toBe(true)
    expect(await wallet.requests()).toContainEqual(expect.objectContaining({ method: 'solana:signIn', shown: true }))
  })
  await step('signs transactions that the chain accepts, and sends them to the chain', () =>
    expectTransactionsOnChain(solana, otherChains.solana),
  )
  await step('a request that the visitor rejects fails with code 4001, and the wallet stays connected', async () => {
    await wallet.rejectNext()
    expect(await sign(solana, first)).toMatchObject({ code: 4001 })
    expect(await solana.account()).toMatchObject({ status: 'connected' })
    expect(await sign(solana, first)).toHaveProperty('value')
  })
  await step('after a change of the account in the wallet, the page uses the new account', async () => {
    await wallet.switchAccount(1)
    await solana.expectAccount({ caipAddress: `${localNetworkIds.solana}:${second}` })
    expect(isSigned(expectAnswerValue(await sign(solana, second)), greeting, second)).toBe(true)
  })
  await step('a wallet that is locked at load stays disconnected and gets no request', async () => {
    await wallet.lock()
    await solana.expectAccount({ status: 'disconnected' })
    await page.reload()
    await driver.loaded()
    await solana.expectAccount({ status: 'disconnected' })
    expect((await wallet.requests()).filter(({ shown }) => shown)).toEqual([])
  })
})

test('the README’s code connects a Solana wallet and signs', async ({ driver, page, stack, wallet }) => {
  expect(wallet).toBeDefined()
  const [code = ''] = readReadme('Solana, Bitcoin, Polkadot, Cosmos', 'js', stack)
  await driver.visitPage('plain')
  await driver.loaded()
  const whole = `const sign = async (message) => { ${code.replace('await solana.request', 'return await solana.request')} }`
  const run = page.evaluate(`(() => { ${whole}; return sign('${base58.encode(greeting)}') })()`)
  await driver.chooseWallet('Test Sun')
  expect(isSigned(await run, greeting, first)).toBe(true)
})
