import { base64, hex } from '@scure/base'
import { TEST_NETWORK, Transaction } from '@scure/btc-signer'
import type { WalletAccount } from '@wallet-standard/base'
import { Verifier } from 'bip322-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEsploraServer } from '../../stack/esplora/esplora.ts'
import type { JsonServer } from '../../stack/jsonServer.ts'
import { createBitcoinWallet } from './bitcoin.ts'
import { type BitcoinOptions, createBitcoinKey } from './bitcoinKey.ts'
import { createWalletControl } from './control.ts'
import { createMemoryStorage } from './memoryStorage.ts'
import { createSatsConnect } from './satsConnect.ts'
import { createUnisat } from './unisat.ts'

/** The secret of BIP-322's examples, decoded from the wallet import format, and an arbitrary second one. */
const secrets = ['bb051cd0dda0246f33c5a9e133ebd8e7bc02a92af6c41adc131ccd7826c5b004', '02'.repeat(32)]
const [published = ''] = secrets

let esplora: JsonServer
beforeEach(async () => {
  esplora = await startEsploraServer(0)
})
afterEach(() => esplora.stop())

const open = () => {
  const control = createWalletControl('bitcoin', createMemoryStorage())
  const options: BitcoinOptions = { secrets, network: 'signet', interfaces: [], esploraUrl: esplora.url }
  // biome-ignore lint/suspicious/noExplicitAny: no package has the types of these features
  const features: Record<string, any> = createBitcoinWallet(options, control).features
  const satsConnect = createSatsConnect(options, control)
  return { control, features, satsConnect, unisat: createUnisat(options, control) }
}
const connect = async (features: ReturnType<typeof open>['features']): Promise<WalletAccount[]> => {
  const { accounts } = await features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] })
  return accounts
}
const post = async (path: string, body = ''): Promise<string> =>
  (await fetch(esplora.url + path, { method: 'POST', body })).text()

// BIP-322 lists two signatures for each text; this one uses RFC 6979 without extra entropy.
test("derives the address and signatures of BIP-322's examples", () => {
  const key = createBitcoinKey(published, 'mainnet')
  const [payment] = key.addresses
  expect(payment.address).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
  expect(key.signBip322('Hello World', payment)).toBe(
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  )
})

test.each(['mainnet', 'testnet'] as const)(
  'other software verifies the message signatures of both addresses on %s',
  (network) => {
    for (const secret of secrets) {
      const key = createBitcoinKey(secret, network)
      const long = 'x'.repeat(300)
      for (const message of ['', 'Good coffee. ☕', long]) {
        for (const address of key.addresses)
          expect(Verifier.verifySignature(address.address, message, key.signBip322(message, address))).toBe(true)
        expect(Verifier.verifySignature(key.addresses[0].address, message, key.signEcdsa(message))).toBe(true)
        expect(Verifier.verifySignature(key.addresses[0].address, `${message}!`, key.signEcdsa(message))).toBe(false)
      }
    }
  },
)

test('Wallet Standard: signs messages in the form of the account’s address type', async () => {
  const { features } = open()
  const message = new TextEncoder().encode('Good coffee.')
  for (const account of await connect(features)) {
    const [{ signature }] = await features['bitcoin:signMessage'].signMessage({ account, message })
    expect(Verifier.verifySignature(account.address, 'Good coffee.', base64.encode(signature))).toBe(true)
  }
})

test('signs a transaction with SegWit and taproot inputs that the chain accepts', async () => {
  const { features } = open()
  const accounts = await connect(features)
  const transaction = new Transaction()
  const inputsToSign: { account: WalletAccount; signingIndexes: number[] }[] = []
  for (const [index, account] of accounts.entries()) {
    const txid = await post(`/faucet?address=${account.address}&amount=50000`)
    const owner = createBitcoinKey(published, 'signet').addresses[index]
    if (!owner) throw new Error('no address')
    transaction.addInput({ txid, index: 0, witnessUtxo: { script: owner.script, amount: 50_000n } })
    inputsToSign.push({ account, signingIndexes: [index] })
  }
  const receiver = createBitcoinKey('03'.repeat(32), 'signet').addresses[0].address
  transaction.addOutputAddress(receiver, 99_000n, TEST_NETWORK)
  const input = { psbt: transaction.toPSBT(), chain: 'bitcoin:signet', inputsToSign }
  const [{ signedPsbt }] = await features['bitcoin:signTransaction'].signTransaction(input)
  const signed = Transaction.fromPSBT(signedPsbt)
  signed.finalize()
  expect(await post('/tx', signed.hex)).toBe(signed.id)
})

test('Unisat: sends transactions to the chain, and signs PSBTs that can be pushed', async () => {
  const { unisat } = open()
  const [address = ''] = await unisat.requestAccounts()
  await post(`/faucet?address=${address}&amount=100000`)
  const receiver = createBitcoinKey('03'.repeat(32), 'signet').addresses[0]
  const txid = await unisat.sendBitcoin(receiver.address, 30_000)
  const sent = await (await fetch(`${esplora.url}/address/${receiver.address}/utxo`)).json()
  expect(sent).toEqual([expect.objectContaining({ txid, value: 30_000 })])

  const [coin] = await (await fetch(`${esplora.url}/address/${address}/utxo`)).json()
  const transaction = new Transaction()
  const script = createBitcoinKey(published, 'signet').addresses[0].script
  const witnessUtxo = { script, amount: BigInt(coin.value) }
  transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo })
  transaction.addOutputAddress(receiver.address, 10_000n, TEST_NETWORK)
  const signed = await unisat.signPsbt(hex.encode(transaction.toPSBT()), { toSignInputs: [{ index: 0, address }] })
  expect(await unisat.pushPsbt(signed)).toMatch(/^[0-9a-f]{64}$/)
})

test('Unisat: signs messages as ECDSA and as BIP-322', async () => {
  const { unisat } = open()
  const [address = ''] = await unisat.requestAccounts()
  for (const type of ['ecdsa', 'bip322-simple'] as const)
    expect(Verifier.verifySignature(address, 'Good coffee.', await unisat.signMessage('Good coffee.', type))).toBe(true)
})

test('reports an account switch, a lock and a disconnect by the events of each interface', async () => {
  const { control, features, unisat } = open()
  const seen: unknown[] = []
  features['bitcoin:events'].on('change', ({ accounts }: { accounts: WalletAccount[] }) => seen.push(accounts.length))
  unisat.on('accountsChanged', (accounts) => seen.push(accounts))
  const address = (index: number) => createBitcoinKey(secrets[index] ?? '', 'signet').addresses[0].address
  await unisat.requestAccounts()
  control.handle.switchAccount(1)
  control.handle.lock()
  expect(seen).toEqual([2, [address(0)], 2, [address(1)], 0, []])
})

test('a rejection has a code with Unisat, and only a message by the Wallet Standard', async () => {
  const { control, features, unisat } = open()
  await connect(features)
  control.handle.rejectNext()
  await expect(unisat.signMessage('no')).rejects.toMatchObject({ code: 4001 })
  control.handle.rejectNext()
  const [account] = await connect(features)
  const signing = features['bitcoin:signMessage'].signMessage({ account, message: new Uint8Array() })
  await expect(signing).rejects.toThrow('User rejected the request.')
})

test('Sats Connect returns valid signatures of both addresses, and reports an error as an answer', async () => {
  const { control, satsConnect } = open()
  expect(await satsConnect.request('wallet_getAccount')).toMatchObject({ error: { code: -32002 } })
  control.handle.rejectNext()
  const asking = () => satsConnect.request('getAddresses', { purposes: ['payment', 'ordinals'] })
  expect(await asking()).toMatchObject({ error: { code: -32000 } })
  const { addresses } = (await asking()).result as { addresses: { address: string; purpose: string }[] }
  expect(addresses.map(({ purpose }) => purpose)).toEqual(['payment', 'ordinals'])
  for (const { address } of addresses) {
    const { result } = await satsConnect.request('signMessage', { address, message: 'Good coffee.' })
    const { signature } = result as { signature: string }
    expect(Verifier.verifySignature(address, 'Good coffee.', signature)).toBe(true)
  }
})
