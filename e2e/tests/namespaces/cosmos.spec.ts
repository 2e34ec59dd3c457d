import { makeAuthInfoBytes, makeSignBytes, makeSignDoc, Registry } from '@cosmjs/proto-signing'
import { base64, bech32 } from '@scure/base'
import type { Driver } from '../../driver/driver.ts'
import { connectWallet, expectAnswerValue, type NamespaceDriver } from '../../driver/namespaces.ts'
import { encodeAdr36, isSignedBy } from '../../stack/cosmos/openSsl.ts'
import { test as base, expect } from '../shared/otherChainsTest.ts'
import { type InstalledWallet, localNetworkIds, pageWalletAddresses, pageWallets } from '../shared/pageWallets.ts'

type Signature = { pub_key: { type: string; value: string }; signature: string }

const [first, second] = pageWalletAddresses.cosmos
const chainId = 'cosmoshub-4'
const text = 'Good coffee. ☕'

const test = base.extend<{ wallet: InstalledWallet; cosmos: NamespaceDriver }>({
  wallet: async ({ page }, use) => use(await pageWallets.Keplr.install(page)),
  cosmos: async ({ driver, wallet }, use) => {
    expect(wallet).toBeDefined()
    await driver.visitPage('plain')
    await use(await connectWallet(driver, 'cosmos', 'Keplr'))
  },
})

const isSigned = ({ pub_key, signature }: Signature, bytes: Uint8Array): boolean =>
  isSignedBy(base64.decode(pub_key.value), bytes, base64.decode(signature))

async function expectAminoSignature(cosmos: NamespaceDriver): Promise<void> {
  const signDoc = {
    chain_id: chainId,
    account_number: '3',
    sequence: '7',
    fee: { gas: '200000', amount: [{ denom: 'uatom', amount: '500' }] },
    msgs: [],
    memo: 'two cups',
  }
  const answer = await cosmos.request('cosmos_signAmino', { signerAddress: first, signDoc })
  const { signed, signature } = expectAnswerValue<{ signed: object; signature: Signature }>(answer)
  expect(signed).toEqual(signDoc)
  const bytes = `{"account_number":"3","chain_id":"${chainId}","fee":{"amount":[{"amount":"500","denom":"uatom"}],"gas":"200000"},"memo":"two cups","msgs":[],"sequence":"7"}`
  expect(isSigned(signature, Buffer.from(bytes))).toBe(true)
}

/**
 * Expects that the wallet signs a document whose bytes have the text encoding that `write` makes, such as base64 or
 * hex.
 */
async function expectDirectSignature(cosmos: NamespaceDriver, write: (bytes: Uint8Array) => string): Promise<void> {
  const [key] = expectAnswerValue<{ pubkey: string }[]>(await cosmos.request('cosmos_getAccounts'))
  const bodyBytes = new Registry().encodeTxBody({ messages: [], memo: 'two cups' })
  const pubkey = { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value: base64.decode(key?.pubkey ?? '') }
  const authInfoBytes = makeAuthInfoBytes([{ pubkey, sequence: 7 }], [], 200_000, undefined, undefined)
  const signDoc = {
    chainId,
    accountNumber: '3',
    bodyBytes: write(bodyBytes),
    authInfoBytes: write(authInfoBytes),
  }
  const answer = await cosmos.request('cosmos_signDirect', { signerAddress: first, signDoc })
  const { signed, signature } = expectAnswerValue<{ signed: Record<string, string>; signature: Signature }>(answer)
  expect(signed).toMatchObject({ chainId, accountNumber: '3', bodyBytes: base64.encode(bodyBytes) })
  expect(isSigned(signature, makeSignBytes(makeSignDoc(bodyBytes, authInfoBytes, chainId, 3)))).toBe(true)
}

/** The account of the same key on another chain. */
const accountOn = (id: string, prefix: string): string =>
  `cosmos:${id}:${bech32.encode(prefix, bech32.decode(first).words)}`

async function switchNetworks(driver: Driver, cosmos: NamespaceDriver, wallet: InstalledWallet): Promise<void> {
  const go = async (name: string) => {
    await driver.press(/^Network: /)
    await driver.press(name)
  }
  const added = async () =>
    (await wallet.requests()).filter(({ method, shown }) => method === 'experimentalSuggestChain' && shown)

  await driver.open()
  await go('Osmosis')
  await cosmos.expectAccount({ caipNetworkId: 'cosmos:osmosis-1', caipAddress: accountOn('osmosis-1', 'osmo') })
  await expect(driver.frame.getByRole('button', { name: 'Network: Osmosis' })).toBeVisible()
  expect(await added()).toEqual([])

  await wallet.rejectNext()
  await go('Noble')
  await expect(driver.text('Switch declined')).toBeVisible()
  await cosmos.expectAccount({ caipNetworkId: 'cosmos:osmosis-1' })
  await driver.press('Try again')
  await cosmos.expectAccount({ caipNetworkId: 'cosmos:noble-1', caipAddress: accountOn('noble-1', 'noble') })
  await expect(driver.frame.getByRole('button', { name: 'Network: Noble' })).toBeVisible()
  expect(await added()).toHaveLength(2)

  await go('Cosmos Hub')
  await cosmos.expectAccount({
    caipNetworkId: localNetworkIds.cosmos,
    caipAddress: `${localNetworkIds.cosmos}:${first}`,
  })
  await driver.close()
}

test('Keplr signs and switches networks', async ({ driver, cosmos, wallet }) => {
  const { step } = test
  await step('the wallet returns its public key in WalletConnect’s format', async () => {
    const [key] = expectAnswerValue<{ algo: string; address: string; pubkey: string }[]>(
      await cosmos.request('cosmos_getAccounts'),
    )
    expect(key).toEqual({ algo: 'secp256k1', address: first, pubkey: expect.any(String) })
    expect(base64.decode(key?.pubkey ?? '')).toHaveLength(33)
  })
  await step('makes ADR-36 signatures that other software verifies', async () => {
    const answer = await cosmos.request('cosmos_signArbitrary', { signerAddress: first, data: text })
    const signature = expectAnswerValue<Signature>(answer)
    expect(isSigned(signature, encodeAdr36(first, text))).toBe(true)
    expect(isSigned(signature, encodeAdr36(first, `${text}!`))).toBe(false)
  })
  await step('signs transactions in Amino that other software verifies', () => expectAminoSignature(cosmos))
  await step('signs transactions in protobuf, with bytes in base64, that other software verifies', () =>
    expectDirectSignature(cosmos, (bytes) => base64.encode(bytes)),
  )
  await step('signs transactions in protobuf, with bytes in hexadecimal, that other software verifies', () =>
    expectDirectSignature(cosmos, (bytes) => Buffer.from(bytes).toString('hex')),
  )
  await step('a request that the visitor rejects fails with code 4001, and the wallet stays connected', async () => {
    const asking = () => cosmos.request('cosmos_signArbitrary', { signerAddress: first, data: text })
    await wallet.rejectNext()
    expect(await asking()).toMatchObject({ code: 4001 })
    expect(await cosmos.account()).toMatchObject({ status: 'connected' })
    expect(await asking()).toHaveProperty('value')
  })
  await step('switches between networks, and adds a network that the wallet does not know', () =>
    switchNetworks(driver, cosmos, wallet),
  )
  await step('after a change of the account in the wallet, signs the next request with the new account', async () => {
    await wallet.switchAccount(1)
    await cosmos.expectAccount({ caipAddress: `${localNetworkIds.cosmos}:${second}` })
    const answer = await cosmos.request('cosmos_signArbitrary', { signerAddress: second, data: text })
    expect(isSigned(expectAnswerValue<Signature>(answer), encodeAdr36(second, text))).toBe(true)
  })
})
