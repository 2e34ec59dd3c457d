import { TypeRegistry } from '@polkadot/types'
import { sr25519Verify, waitReady } from '@polkadot/wasm-crypto'
import { base58, hex } from '@scure/base'
import { connectWallet, expectAnswerValue, type NamespaceDriver } from '../../driver/namespaces.ts'
import { test as base, expect } from '../shared/otherChainsTest.ts'
import { type InstalledWallet, localNetworkIds, pageWalletAddresses, pageWallets } from '../shared/pageWallets.ts'

const [first, second] = pageWalletAddresses.polkadot
const message = 'Good coffee. ☕'

const test = base.extend<{ wallet: InstalledWallet; polkadot: NamespaceDriver }>({
  wallet: async ({ page }, use) => use(await pageWallets.injectedWeb3.install(page)),
  polkadot: async ({ driver, wallet }, use) => {
    expect(wallet).toBeDefined()
    await driver.visitPage('plain')
    await use(await connectWallet(driver, 'polkadot', 'test-dot'))
  },
})
test.beforeAll(async () => {
  await waitReady()
})

/** Verifies with the Rust library that Polkadot's own software uses. */
const isSigned = (signature: string, bytes: Uint8Array, by: string): boolean =>
  sr25519Verify(hex.decode(signature.replace(/^0x/, '')), bytes, base58.decode(by).subarray(1, 33))
const wrapped = new TextEncoder().encode(`<Bytes>${message}</Bytes>`)

test('makes signatures of messages that Polkadot’s own library verifies', async ({ polkadot, wallet }) => {
  const answer = await polkadot.request('polkadot_signMessage', { address: first, message })
  const { signature } = expectAnswerValue<{ signature: string }>(answer)
  expect(isSigned(signature, wrapped, first)).toBe(true)
  expect(isSigned(signature, wrapped, second)).toBe(false)
  expect((await wallet.requests()).at(-1)).toMatchObject({
    method: 'signRaw',
    params: { address: first, type: 'bytes' },
  })
})

test('signs transactions in the encoding of Polkadot’s own library', async ({ polkadot }) => {
  const transactionPayload = {
    address: first,
    method: `0x050300${hex.encode(base58.decode(second).subarray(1, 33))}0700e8764817`,
    era: '0xf502',
    nonce: '0x00000003',
    tip: '0x00000000000000000000000000000000',
    specVersion: '0x000f4a12',
    transactionVersion: '0x0000001a',
    genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
    blockHash: `0x${'5a'.repeat(32)}`,
    blockNumber: '0x00f00000',
    signedExtensions: [
      ...['CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce', 'CheckWeight'],
      ...['ChargeTransactionPayment', 'CheckMetadataHash'],
    ],
    mode: 0,
    version: 4,
  }
  const answer = await polkadot.request('polkadot_signTransaction', { address: first, transactionPayload })
  const { signature } = expectAnswerValue<{ signature: string }>(answer)
  const registry = new TypeRegistry()
  registry.setSignedExtensions(transactionPayload.signedExtensions)
  const bytes = registry.createType('ExtrinsicPayload', transactionPayload, { version: 4 }).toU8a({ method: true })
  expect(signature).toMatch(/^0x01/)
  expect(isSigned(signature.slice(4), bytes, first)).toBe(true)
})

test('a request that the visitor rejects fails with code 4001, and the wallet stays connected', async ({
  polkadot,
  wallet,
}) => {
  await wallet.rejectNext()
  const asking = () => polkadot.request('polkadot_signMessage', { address: first, message })
  expect(await asking()).toMatchObject({ code: 4001 })
  expect(await polkadot.account()).toMatchObject({ status: 'connected' })
  expect(await asking()).toHaveProperty('value')
})

test('after a change of the account in the wallet, signs the next request with the new account', async ({
  polkadot,
  wallet,
}) => {
  await wallet.switchAccount(1)
  await polkadot.expectAccount({ caipAddress: `${localNetworkIds.polkadot}:${second}` })
  const answer = await polkadot.request('polkadot_signMessage', { address: second, message })
  expect(isSigned(expectAnswerValue<{ signature: string }>(answer).signature, wrapped, second)).toBe(true)
})

test('disconnects when the extension revokes its accounts', async ({ polkadot, wallet }) => {
  await wallet.forgetSite()
  await polkadot.expectAccount({ status: 'disconnected' })
})
