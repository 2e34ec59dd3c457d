import { expect, test, vi } from 'vitest'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import { createAppKitError } from '../bridge/refuse.ts'
import { createBitcoinAnswers } from './index.ts'
import { bitcoinMethods } from './methods.ts'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const shared = [
  { address: segwit, publicKey: '02ab', intention: 'payment' },
  { address: taproot, publicKey: '03cd', intention: 'ordinal' },
]
const described = [
  { address: segwit, publicKey: '02ab', purpose: 'payment', addressType: 'p2wpkh', walletType: 'software' },
  { address: taproot, publicKey: '03cd', purpose: 'ordinals', addressType: 'p2tr', walletType: 'software' },
]
const network = { bitcoin: { name: 'Mainnet' }, stacks: { name: 'mainnet' }, spark: { name: 'mainnet' } }

const openWallet = (answers: Record<string, unknown> = {}) => {
  let account: AccountState = { status: 'disconnected' }
  const request = vi.fn(async ({ method }: { method: string }) => {
    const answer = { getAccountAddresses: shared, ...answers }[method]
    if (answer instanceof Error) throw answer
    return answer
  })
  const connect = vi.fn(async () => {
    account = { status: 'connected', caipNetworkId: mainnet, caipAddress: `${mainnet}:${segwit}` }
  })
  const disconnect = vi.fn(async () => {
    account = { status: 'disconnected' }
  })
  return { request, connect, disconnect, ask: createBitcoinAnswers([request, () => account, connect, disconnect]) }
}

test('says which methods it has, without a connection', async () => {
  const { ask, connect } = openWallet()
  expect(await ask('getInfo', null)).toEqual({
    jsonrpc: '2.0',
    id: '1',
    result: { version: '1.0.0', platform: 'web', methods: bitcoinMethods },
  })
  expect(connect).not.toHaveBeenCalled()
})

test('connects, describes the account, and disconnects', async () => {
  const { ask, disconnect } = openWallet()
  expect(await ask('wallet_getAccount', null)).toMatchObject({ error: { code: -32002 } })
  const account = { id: `${mainnet}:${segwit}`, addresses: described, walletType: 'software', network }
  expect(await ask('wallet_connect', null)).toMatchObject({ result: account })
  expect(await ask('wallet_getAccount', null)).toMatchObject({ result: account })
  expect(await ask('wallet_getNetwork', null)).toMatchObject({ result: network })
  expect(await ask('wallet_disconnect', null)).toMatchObject({ result: null })
  expect(disconnect).toHaveBeenCalledOnce()
})

test('shares the addresses for the purposes that the page names', async () => {
  const { ask, connect } = openWallet()
  expect(await ask('getAccounts', { purposes: ['payment'] })).toMatchObject({ result: [described[0]] })
  expect(await ask('getAddresses', { purposes: ['ordinals'] })).toMatchObject({
    result: { addresses: [described[1]], network },
  })
  expect(connect).toHaveBeenCalledTimes(2)
})

test.each([
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'p2pkh'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'p2sh'],
  ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'p2wsh'],
])('knows the type of the address %s: %s', async (address, addressType) => {
  const { ask } = openWallet({ getAccountAddresses: [{ address }] })
  expect(await ask('getAccounts', { purposes: ['payment'] })).toMatchObject({
    result: [{ addressType, publicKey: '' }],
  })
})

test.each([
  // The hashes of both kinds come from BIP-322's test vectors and from Bitcoin Core's signed messages.
  [taproot, 'BIP322', 'Hello World', 'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a'],
  [segwit, 'ECDSA', '', '80e795d4a4caadd7047af389d9f7f220562feb6196032e2131e10563352c4bcc'],
])('signs a message for %s by %s', async (address, protocol, message, messageHash) => {
  const { ask, request } = openWallet({ signMessage: { address, signature: '010203' } })
  expect(await ask('signMessage', { address, message })).toMatchObject({
    result: { address, signature: 'AQID', protocol, messageHash },
  })
  const params = { account: address, address, message, protocol: protocol.toLowerCase() }
  expect(request).toHaveBeenCalledWith({ method: 'signMessage', params })
})

test('signs and pays in the form of WalletConnect', async () => {
  const { ask, request } = openWallet({ signPsbt: { psbt: 'signed' }, sendTransfer: { txid: 'aa' } })
  await ask('wallet_connect', null)
  expect(await ask('signPsbt', { psbt: 'raw', signInputs: { [segwit]: [0, 2] } })).toMatchObject({
    result: { psbt: 'signed' },
  })
  expect(request).toHaveBeenLastCalledWith({
    method: 'signPsbt',
    params: {
      account: segwit,
      psbt: 'raw',
      signInputs: [
        { address: segwit, index: 0 },
        { address: segwit, index: 2 },
      ],
      broadcast: false,
    },
  })
  const recipients = [{ address: taproot, amount: 1_500 }]
  expect(await ask('sendTransfer', { recipients })).toMatchObject({ result: { txid: 'aa' } })
  expect(request).toHaveBeenLastCalledWith({
    method: 'sendTransfer',
    params: { account: segwit, recipientAddress: taproot, amount: '1500' },
  })
  expect(await ask('sendTransfer', { recipients: [...recipients, ...recipients] })).toMatchObject({
    error: { code: -32602 },
  })
})

test.each([
  [createAppKitError(4001, 'USER_REJECTED'), -32000],
  [createAppKitError(4200, 'METHOD_NOT_ALLOWED'), -32001],
  [new Error('Broken'), -32603],
])('answers the failure %s with the code %i', async (failure, code) => {
  const { ask } = openWallet({ signMessage: failure })
  expect(await ask('signMessage', { address: segwit, message: '' })).toEqual({
    jsonrpc: '2.0',
    id: '1',
    error: { code, message: failure.message },
  })
})

test.each(['stx_callContract', 'constructor', ''])('does not support the method %j', async (method) => {
  expect(await openWallet().ask(method, null)).toMatchObject({ error: { code: -32001 } })
})
