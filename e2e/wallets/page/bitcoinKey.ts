import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, RawTx, RawWitness, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { concatBytes, equalBytes, pubECDSA, pubSchnorr, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'signet'
type Purpose = 'payment' | 'ordinals'
export type BitcoinAddress = { address: string; publicKey: Uint8Array; purpose: Purpose; script: Uint8Array }
export type BitcoinKey = ReturnType<typeof createBitcoinKey>
export type BitcoinOptions = {
  /** One hex secret per account. */
  secrets: string[]
  network: BitcoinNetwork
  /** The wallet interfaces that the page finds. */
  interfaces: ('standard' | 'unisat' | 'satsConnect')[]
  /** An Esplora server, for coins and for sending transactions. */
  esploraUrl?: string
}

/** One secret and its two addresses: SegWit for payments and taproot for ordinals. */
export function createBitcoinKey(secretHex: string, network: BitcoinNetwork) {
  const secret = hex.decode(secretHex)
  const prefixes = network === 'mainnet' ? NETWORK : TEST_NETWORK
  const publicKey = pubECDSA(secret)
  const internalKey = pubSchnorr(secret)
  const witness = p2wpkh(publicKey, prefixes)
  const taproot = p2tr(internalKey, undefined, prefixes)
  const addresses: [BitcoinAddress, BitcoinAddress] = [
    { address: witness.address, publicKey, purpose: 'payment', script: witness.script },
    { address: taproot.address ?? '', publicKey: internalKey, purpose: 'ordinals', script: taproot.script },
  ]

  /** Signs the inputs with these indexes, or every input of this key if none are given. */
  function signInputs(transaction: Transaction, indexes: number[] | undefined, sighash?: number): void {
    const wanted = indexes ?? Array.from({ length: transaction.inputsLength }, (_, index) => index)
    for (const index of wanted) {
      const { witnessUtxo, tapInternalKey } = transaction.getInput(index)
      const script = witnessUtxo?.script
      const isOwn = script && addresses.some((address) => equalBytes(address.script, script))
      if (!isOwn && !indexes) continue
      if (!isOwn) throw new Error(`The input ${index} is another account's.`)
      // Pages omit the fields that the wallet can fill in.
      if (equalBytes(script, taproot.script) && !tapInternalKey)
        transaction.updateInput(index, { tapInternalKey: internalKey })
      if (sighash !== undefined) transaction.updateInput(index, { sighashType: sighash })
      transaction.signIdx(secret, index, sighash === undefined ? undefined : [sighash])
    }
  }

  return {
    addresses,
    prefixes,
    signInputs,
    /** A legacy signed message in base64. Most wallets use the header of P2PKH addresses, so this does too. */
    signEcdsa(message: string): string {
      const text = new TextEncoder().encode(message)
      const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
      const digest = sha256x2(concatBytes(prefix, compactSize(text.length), text))
      const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
      return base64.encode(Uint8Array.of(31 + (signature[0] ?? 0), ...signature.subarray(1)))
    },
    /** BIP-322, simple form, in base64. */
    signBip322(message: string, { script }: BitcoinAddress): string {
      const spend = new Transaction({ version: 0, allowUnknownOutputs: true })
      const txid = sha256x2(makeCommitment(message, script)).reverse()
      spend.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
      spend.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
      signInputs(spend, [0])
      spend.finalize()
      return base64.encode(RawWitness.encode(spend.getInput(0).finalScriptWitness ?? []))
    },
  }
}

/** The transaction that BIP-322 calls to_spend. */
const makeCommitment = (message: string, script: Uint8Array): Uint8Array => {
  const digest = tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message))
  const finalScriptSig = Uint8Array.of(0x00, 0x20, ...digest)
  return RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig, sequence: 0 }],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
}

const compactSize = (size: number): Uint8Array =>
  size < 0xfd ? Uint8Array.of(size) : Uint8Array.of(0xfd, size & 0xff, size >> 8)
