import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { HDKey as EdKey } from 'micro-key-producer/slip10.js'
import { recoverAddress, recoverMessageAddress } from 'viem'
import { hashMessage, toHex } from 'viem/utils'
import { expect, test } from 'vitest'
import { deriveSigners, toSeedPhrase } from './accounts.ts'

const abandon = `${'abandon '.repeat(11)}about`
const testJunk = `${'test '.repeat(11)}junk`

// The test vectors that Trezor published for BIP-39, with the passphrase TREZOR.
test.each([
  [
    '00000000000000000000000000000000',
    abandon,
    'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
  ],
  [
    '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607',
  ],
  [
    'ffffffffffffffffffffffffffffffff',
    'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
    'ac27495480225222079d7be181583751e86f571027b0497b5b5d11218e0a8a13332572917f0f8e5a589620c6f15b11c61dee327651a14c34e18231052e48c069',
  ],
])('derives the seed phrase and seed of the BIP-39 vector %s', (entropy, words, seed) => {
  expect(toSeedPhrase(hexToBytes(entropy))).toBe(words)
  expect(bytesToHex(mnemonicToSeedSync(words, 'TREZOR'))).toBe(seed)
})

test('derives the last key of the first test vector of BIP-32', () => {
  const master = HDKey.fromMasterSeed(hexToBytes('000102030405060708090a0b0c0d0e0f'))
  expect(master.derive("m/0'/1/2'/2/1000000000").privateExtendedKey).toBe(
    'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76',
  )
})

test('derives the third child of the first ed25519 test vector of SLIP-10', () => {
  const child = EdKey.fromMasterSeed(hexToBytes('000102030405060708090a0b0c0d0e0f')).derive("m/0'/1'/2'")
  expect(bytesToHex(child.privateKey)).toBe('92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9')
  expect(bytesToHex(child.chainCode)).toBe('2e69929e00b5ab250f49c3fb1c12f252de4fed2c1db88387094a0f8c4c9ccd6c')
})

/** The addresses that MetaMask and Phantom show for the same words. */
test.each([
  [testJunk, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
  [abandon, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
])('derives the BIP-44 accounts of the seed phrase "%s"', (words, eip155, solana) => {
  expect(deriveSigners(mnemonicToEntropy(words, wordlist)).accounts).toEqual({ eip155, solana })
})

test('signs with the keys of the accounts that the seed derives', async () => {
  const { accounts, signEvm, signSolana } = deriveSigners(mnemonicToEntropy(testJunk, wordlist))
  const signature = signEvm(hexToBytes(hashMessage('hello').slice(2)))
  expect(signature).toHaveLength(65)
  expect(await recoverMessageAddress({ message: 'hello', signature: toHex(signature) })).toBe(accounts.eip155)
  expect(await recoverAddress({ hash: hashMessage('hello'), signature: toHex(signature) })).toBe(accounts.eip155)

  const message = new TextEncoder().encode('hello')
  expect(ed25519.verify(signSolana(message), message, base58.decode(accounts.solana))).toBe(true)
})
