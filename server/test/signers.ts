import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { Secp256k1Wallet } from '@cosmjs/amino'
import {
  cryptoWaitReady,
  ed25519PairFromSeed,
  ed25519Sign,
  encodeAddress,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import { Signer as BitcoinSigner } from 'bip322-js'
import { privateKeyToAccount } from 'viem/accounts'
import type { TestSigner } from './siwx.ts'

/**
 * Wallets of every namespace. Each signs with a library that the product doesn't use for the namespace: Node's Ed25519,
 * bip322-js, Polkadot's wasm, cosmjs.
 */
await cryptoWaitReady()

const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

export const evmSigner = (fill = 7, caipNetworkId = 'eip155:1'): TestSigner => {
  const account = privateKeyToAccount(`0x${toHex(keyOf(fill))}`)
  return {
    caipNetworkId,
    networkName: 'Ethereum',
    address: account.address,
    sign: (message) => account.signMessage({ message }),
  }
}

export const solanaSigner = (fill = 7): TestSigner => {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), keyOf(fill)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    networkName: 'Solana',
    address: base58.encode(publicKey),
    sign: (message) => base58.encode(sign(null, Buffer.from(message), key)),
  }
}

/** The private key of the examples in BIP-322. */
const wif = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
export const bitcoinTestAddresses = {
  p2pkh: '14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc',
  nested: '37qyp7jQAzqb2rCBpMvVtLDuuzKAUCVnJb',
  p2wpkh: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  p2tr: 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
} as const

/**
 * A Bitcoin wallet. `signedAs` is the address type that the signature's header names: many wallets always name P2PKH.
 */
export const bitcoinSigner = (
  kind: keyof typeof bitcoinTestAddresses = 'p2wpkh',
  signedAs: keyof typeof bitcoinTestAddresses = kind,
): TestSigner => ({
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  networkName: 'Bitcoin',
  address: bitcoinTestAddresses[kind],
  sign: (message) => BitcoinSigner.sign(wif, bitcoinTestAddresses[signedAs], message),
})

const polkadotKinds = {
  sr25519: { pairFrom: sr25519PairFromSeed, sign: sr25519Sign },
  ed25519: { pairFrom: ed25519PairFromSeed, sign: ed25519Sign },
}
export const polkadotSigner = (kind: keyof typeof polkadotKinds = 'sr25519', prefix = 0, fill = 7): TestSigner => {
  const { pairFrom, sign } = polkadotKinds[kind]
  const pair = pairFrom(keyOf(fill))
  return {
    caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    networkName: 'Polkadot',
    address: encodeAddress(pair.publicKey, prefix),
    sign: (message) => `0x${toHex(sign(new TextEncoder().encode(`<Bytes>${message}</Bytes>`), pair))}`,
  }
}

const wallets = {
  own: await Secp256k1Wallet.fromKey(keyOf(7), 'cosmos'),
  other: await Secp256k1Wallet.fromKey(keyOf(8), 'cosmos'),
}
const accounts = { own: (await wallets.own.getAccounts())[0], other: (await wallets.other.getAccounts())[0] }

/** Signs the ADR-36 document of a message. `own` overrides fields of the document. */
export const signAdr36Document = async (message: string, own: object = {}, who: keyof typeof wallets = 'own') => {
  const signer = accounts[who]?.address ?? ''
  const value = { signer, data: Buffer.from(message).toString('base64') }
  const document = {
    ...{ chain_id: '', account_number: '0', sequence: '0', memo: '' },
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value }],
    ...own,
  }
  const { signature } = await wallets[who].signAmino(signer, document)
  return signature.signature
}

export const cosmosSigner = (who: keyof typeof wallets = 'own'): TestSigner => ({
  caipNetworkId: 'cosmos:cosmoshub-4',
  networkName: 'Cosmos Hub',
  address: accounts[who]?.address ?? '',
  sign: (message) => signAdr36Document(message, {}, who),
})
