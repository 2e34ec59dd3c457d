import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { OutScript, p2pkh, p2sh, p2wpkh, SigHash, type Transaction } from '@scure/btc-signer'

export type UnspentCoin = { txid: string; vout: number; value: bigint; script: Uint8Array; height: number | null }

/** Whether each input has a valid signature of its coin's owner. Supports only SegWit and taproot keys. */
export function hasValidSignatures(transaction: Transaction, coins: readonly UnspentCoin[]): boolean {
  return coins.every((coin, index) => {
    const { finalScriptWitness: witness = [], finalScriptSig } = transaction.getInput(index)
    const kind = OutScript.decode(coin.script)
    if (kind.type === 'tr') return isTaprootSigned(transaction, coins, index, kind.pubkey, witness)
    const [signature, key] = witness
    if (!signature || !key || witness.length !== 2) return false
    const payment = p2wpkh(key)
    const script = kind.type === 'sh' ? p2sh(payment).script : payment.script
    if (!isSameBytes(script, coin.script)) return false
    // A nested SegWit input has its redeem script in `finalScriptSig`.
    if (kind.type === 'sh' && (!finalScriptSig || !isSameBytes(finalScriptSig.subarray(1), payment.script)))
      return false
    const sighash = signature.at(-1) ?? SigHash.ALL
    const digest = transaction.preimageWitnessV0(index, p2pkh(key).script, sighash, coin.value)
    return secp256k1.verify(signature.subarray(0, -1), digest, key, { format: 'der', prehash: false })
  })
}

function isTaprootSigned(
  transaction: Transaction,
  coins: readonly UnspentCoin[],
  index: number,
  key: Uint8Array,
  witness: readonly Uint8Array[],
): boolean {
  const [signature] = witness
  if (!signature || witness.length !== 1) return false
  const scripts = coins.map(({ script }) => script)
  const values = coins.map(({ value }) => value)
  const sighash = signature.length === 65 ? (signature[64] ?? 0) : SigHash.DEFAULT
  const digest = transaction.preimageWitnessV1(index, scripts, sighash, values)
  return schnorr.verify(signature.subarray(0, 64), digest, key)
}

export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

export const readHex = (text: string): Uint8Array => hexToBytes(text.trim())
