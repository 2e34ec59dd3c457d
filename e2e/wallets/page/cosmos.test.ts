import { bytesToHex } from '@noble/hashes/utils.js'
import { base64, bech32 } from '@scure/base'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import { encodeAdr36, isSignedBy } from '../../stack/cosmos/openSsl.ts'
import { createWalletControl, type WalletControl } from './control.ts'
import { createKeplr } from './cosmos.ts'
import { createMemoryStorage } from './memoryStorage.ts'

/** The key of cosmjs's faucet, whose transactions are published, and an arbitrary second one. */
const faucet = mnemonicToAccount(
  'economy stock theory fatal elder harbor betray wasp final emotion task crumble siren bottom lizard educate guess current outdoor pair theory focus wife stone',
  { path: "m/44'/118'/0'/0/0" as "m/44'/60'/0'/0/0" },
)
const secrets = [bytesToHex(faucet.getHdKey().privateKey ?? new Uint8Array()), '02'.repeat(32)]
const faucetAddress = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
const chains = { 'cosmoshub-4': 'cosmos', 'osmosis-1': 'osmo', 'simd-testing': 'cosmos' }

let control: WalletControl
let keplr: ReturnType<typeof createKeplr>
const tell = vi.fn()
beforeEach(() => {
  tell.mockReset()
  control = createWalletControl('cosmos', createMemoryStorage())
  keplr = createKeplr({ secrets, chains }, control, tell)
})

test('derives the published address, with the prefix of each chain', async () => {
  await keplr.enable(['cosmoshub-4', 'osmosis-1'])
  const { bech32Address, address, pubKey } = await keplr.getKey('cosmoshub-4')
  expect(bech32Address).toBe(faucetAddress)
  expect(base64.encode(pubKey)).toBe('A08EGB7ro1ORuFhjOnZcSgwYlpe0DSFjVNUIkNNQxwKQ')
  const osmosis = await keplr.getKey('osmosis-1')
  expect(osmosis.bech32Address).toBe(bech32.encodeFromBytes('osmo', address))
})

test('makes the same signature that cosmjs published for its transaction', async () => {
  await keplr.enable('simd-testing')
  const published = Buffer.from(
    '0a97010a90010a1c2f636f736d6f732e62616e6b2e763162657461312e4d736753656e6412700a2d636f736d6f7331706b707472653766646b6c366766727a6c65736a6a766878686c63337234676d6d6b38727336122d636f736d6f7331717970717870713971637273737a673270767871367273307a716733797963356c7a763778751a100a0575636f736d12073132333435363712001800126b0a500a460a1f2f636f736d6f732e63727970746f2e736563703235366b312e5075624b657912230a21034f04181eeba35391b858633a765c4a0c189697b40d216354d50890d350c7029012040a020801180012170a0d0a0575636f736d12043230303010c09a0c1a0022001a40d1bb55b0f3e5f9c260a20c8ccf2cb44f19bafccba84c7fb6e2b77fac401b15c9228c33236a701dd7a7c4a481aa5dedb902c982fe565504c4f4e7f39ccfcd73d6',
    'hex',
  )
  const bodyBytes = published.subarray(3, 3 + 0x97)
  const authInfoBytes = published.subarray(3 + 0x97 + 2, 3 + 0x97 + 2 + 0x6b)
  const signDoc = { bodyBytes, authInfoBytes, chainId: 'simd-testing', accountNumber: '1' }
  const { signature } = await keplr.signDirect('simd-testing', faucetAddress, signDoc)
  expect(Buffer.from(signature.signature, 'base64').toString('hex')).toBe(published.subarray(-64).toString('hex'))
})

test('OpenSSL verifies ADR-36 signatures of Keplr and of this wallet', async () => {
  const signer = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'
  const key = base64.decode('A/MdHVpitzHNSdD1Zw3kY+L5PEIPyd9l6sD5i4aIfXp9')
  const real = base64.decode('vb78/y129cOiWyQkeFF8wCKZsOyzjpILnpEVZ72o5YUhEOmQZzVPcbUqWPLR7aZQ20j6vnYhIuCQN0HEG3igFg==')
  expect(isSignedBy(key, encodeAdr36(signer, signer), real)).toBe(true)

  await keplr.enable('cosmoshub-4')
  const { pubKey } = await keplr.getKey('cosmoshub-4')
  for (const text of ['', 'Good coffee. ☕ <b>&amp;']) {
    const { signature, pub_key } = await keplr.signArbitrary('cosmoshub-4', faucetAddress, text)
    expect(pub_key).toEqual({ type: 'tendermint/PubKeySecp256k1', value: base64.encode(pubKey) })
    expect(isSignedBy(pubKey, encodeAdr36(faucetAddress, text), base64.decode(signature))).toBe(true)
    expect(isSignedBy(pubKey, encodeAdr36(faucetAddress, `${text}!`), base64.decode(signature))).toBe(false)
  }
})

test('signs an Amino transaction as sorted JSON', async () => {
  await keplr.enable('cosmoshub-4')
  const { pubKey } = await keplr.getKey('cosmoshub-4')
  const signDoc = {
    sequence: '7',
    msgs: [],
    memo: 'salt & pepper',
    fee: { gas: '200000', amount: [{ denom: 'uatom', amount: '500' }] },
    chain_id: 'cosmoshub-4',
    account_number: '3',
  }
  const { signed, signature } = await keplr.signAmino('cosmoshub-4', faucetAddress, signDoc)
  expect(signed).toEqual(signDoc)
  const text =
    '{"account_number":"3","chain_id":"cosmoshub-4","fee":{"amount":[{"amount":"500","denom":"uatom"}],"gas":"200000"},"memo":"salt \\u0026 pepper","msgs":[],"sequence":"7"}'
  expect(isSignedBy(pubKey, Buffer.from(text), base64.decode(signature.signature))).toBe(true)
})

test('signs only for its account and the named chain, and accepts suggested chains', async () => {
  await keplr.enable('cosmoshub-4')
  await expect(keplr.signArbitrary('osmosis-1', faucetAddress, 'hi')).rejects.toThrow('Signer mismatched')
  await expect(keplr.getKey('noble-1')).rejects.toThrow('There is no chain info for noble-1')
  await keplr.experimentalSuggestChain({ chainId: 'noble-1', bech32Config: { bech32PrefixAccAddr: 'noble' } })
  expect((await keplr.getKey('noble-1')).bech32Address).toMatch(/^noble1/)
})

test('an account switch fires the event, and the new account signs', async () => {
  await keplr.enable('cosmoshub-4')
  control.handle.switchAccount(1)
  expect(tell).toHaveBeenCalledOnce()
  expect((await keplr.getKey('cosmoshub-4')).bech32Address).not.toBe(faucetAddress)
  await expect(keplr.signArbitrary('cosmoshub-4', faucetAddress, 'hi')).rejects.toThrow('Signer mismatched')
})

test('rejects a declined request with the message that Keplr uses', async () => {
  control.handle.rejectNext()
  await expect(keplr.enable('cosmoshub-4')).rejects.toThrow('Request rejected')
  await keplr.enable('cosmoshub-4')
  control.handle.rejectNext()
  await expect(keplr.signArbitrary('cosmoshub-4', faucetAddress, 'hi')).rejects.toThrow('Request rejected')
})
