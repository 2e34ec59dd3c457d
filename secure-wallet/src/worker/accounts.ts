import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { HDKey as EdKey } from 'micro-key-producer/slip10.js'
import { wipe } from './bytes.ts'

const evmPath = "m/44'/60'/0'/0/0"
const solanaPath = "m/44'/501'/0'/0'"

/** Signs with the private keys of one seed. `close` overwrites the keys. */
export type Signers = {
  accounts: { eip155: string; solana: string }
  signEvm(digest: Uint8Array): Uint8Array
  signSolana(message: Uint8Array): Uint8Array
  close(): void
}

export const toSeedPhrase = (entropy: Uint8Array): string => entropyToMnemonic(entropy, wordlist)

export const deriveSigners = (entropy: Uint8Array): Signers => {
  const seed = mnemonicToSeedSync(toSeedPhrase(entropy))
  const evmKey = HDKey.fromMasterSeed(seed).derive(evmPath).privateKey
  const { privateKey: solanaKey } = EdKey.fromMasterSeed(seed).derive(solanaPath)
  wipe(seed)
  if (!evmKey) throw new Error('A derived key has a private key')

  return {
    accounts: {
      eip155: evmAddress(secp256k1.getPublicKey(evmKey, false)),
      solana: base58.encode(ed25519.getPublicKey(solanaKey)),
    },
    signEvm: (digest) => {
      const [recovery = 0, ...compact] = secp256k1.sign(digest, evmKey, { prehash: false, format: 'recovered' })
      return Uint8Array.of(...compact, 27 + recovery)
    },
    signSolana: (message) => ed25519.sign(message, solanaKey),
    close: () => wipe(evmKey, solanaKey),
  }
}

/** Returns the EVM address of a public key, with its EIP-55 checksum. */
const evmAddress = (publicKey: Uint8Array): string => {
  const plain = bytesToHex(keccak_256(publicKey.subarray(1)).subarray(-20))
  const check = bytesToHex(keccak_256(new TextEncoder().encode(plain)))
  const letters = [...plain].map((letter, index) =>
    Number.parseInt(check[index] ?? '', 16) > 7 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}
