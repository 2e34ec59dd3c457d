import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { type Address, OutScript, p2pkh, RawTx, RawWitness, SigHash, Transaction } from '@scure/btc-signer'
import { equalBytes, hash160, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import { tryDecode } from './verifier.ts'

type Output = ReturnType<ReturnType<typeof Address>['decode']>

/**
 * Verifies a simple BIP-322 signature of an address with one key: P2WPKH, P2SH-P2WPKH or P2TR key path. The signature
 * spends a virtual transaction, which commits to message and address and which no network accepts.
 */
export const verifyBip322 = (message: string, signature: Uint8Array, output: Output | undefined): boolean => {
  const witness = tryDecode(() => RawWitness.decode(signature))
  if (!witness || !output) return false
  const script = OutScript.encode(output)
  const spend = makeSpend(message, script)
  if (output.type === 'tr') return verifyTaproot(spend, script, witness, output.pubkey)
  if (output.type === 'wpkh') return verifyWitness(spend, witness, output.hash)
  if (output.type !== 'sh') return false
  const [, key] = witness
  if (!key) return false
  // The witness contains no redeem script, but its key determines the script.
  const inner = OutScript.encode({ type: 'wpkh', hash: hash160(key) })
  return equalBytes(hash160(inner), output.hash) && verifyWitness(spend, witness, hash160(key))
}

const makeSpend = (message: string, script: Uint8Array): Transaction => {
  const digest = tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message))
  const commitment = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Uint8Array.of(0x00, 0x20, ...digest),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  const spend = new Transaction({ version: 0, allowUnknownOutputs: true })
  spend.addInput({ txid: sha256x2(commitment).reverse(), index: 0, sequence: 0 })
  spend.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return spend
}

const verifyWitness = (spend: Transaction, witness: readonly Uint8Array[], hash: Uint8Array): boolean => {
  const [signature, key, ...rest] = witness
  if (!signature || key?.length !== 33 || rest.length > 0 || !equalBytes(hash160(key), hash)) return false
  if (signature.at(-1) !== SigHash.ALL) return false
  const digest = spend.preimageWitnessV0(0, p2pkh(key).script, SigHash.ALL, 0n)
  const options = { format: 'der', prehash: false, lowS: true } as const
  return tryDecode(() => secp256k1.verify(signature.subarray(0, -1), digest, key, options)) ?? false
}

const verifyTaproot = (
  spend: Transaction,
  script: Uint8Array,
  witness: readonly Uint8Array[],
  key: Uint8Array,
): boolean => {
  const [signature, ...rest] = witness
  if (!signature || rest.length > 0) return false
  const kind = signature.length === 64 ? SigHash.DEFAULT : signature[64]
  if (signature.length > 65 || (kind !== SigHash.DEFAULT && kind !== SigHash.ALL)) return false
  // BIP-341: a signature of 65 bytes that ends with SIGHASH_DEFAULT is invalid.
  if (signature.length === 65 && kind === SigHash.DEFAULT) return false
  const digest = spend.preimageWitnessV1(0, [script], kind, [0n])
  return tryDecode(() => schnorr.verify(signature.subarray(0, 64), digest, key)) ?? false
}
