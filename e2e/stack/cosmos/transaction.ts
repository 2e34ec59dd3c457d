import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { readBytes, readFields, readList, readNumber, readText, writeFields } from './protobuf.ts'

export type Coin = { denom: string; amount: bigint }
type Transfer = { from: string; to: string; coins: Coin[]; fee: Coin[]; sequence: bigint }

const sendType = '/cosmos.bank.v1beta1.MsgSend'
const keyType = '/cosmos.crypto.secp256k1.PubKey'

export const cosmosAddress = (prefix: string, publicKey: Uint8Array): string =>
  bech32.encodeFromBytes(prefix, ripemd160(sha256(publicKey)))

/** Reads a `TxRaw` with one MsgSend that its sender signed in direct mode. Throws for anything else. */
export function readTransfer(
  raw: Uint8Array,
  { chainId, prefix, accountNumber }: { chainId: string; prefix: string; accountNumber(address: string): bigint },
): Transfer {
  const transaction = readFields(raw)
  const body = readBytes(transaction, 1)
  const authInfo = readBytes(transaction, 2)
  const signatures = readList(transaction, 3)
  const messages = readList(readFields(body), 1).map(readFields)
  const signers = readList(readFields(authInfo), 1).map(readFields)
  const [message] = messages
  const [signer] = signers
  const [signature] = signatures
  if (!message || !signer || !signature || messages.length !== 1 || signers.length !== 1)
    throw new Error('one message and one signer are expected')
  if (readText(message, 1) !== sendType) throw new Error(`no message handler found for ${readText(message, 1)}`)
  const send = readFields(readBytes(message, 2))
  const key = readFields(readBytes(signer, 1))
  const publicKey = readBytes(readFields(readBytes(key, 2)), 1)
  const from = readText(send, 1)
  if (readText(key, 1) !== keyType || cosmosAddress(prefix, publicKey) !== from)
    throw new Error('pubKey does not match signer address')
  const document = writeFields([
    [1, body],
    [2, authInfo],
    [3, utf8ToBytes(chainId)],
    [4, accountNumber(from)],
  ])
  // Accepts only low-S signatures, since the high-S one would give the same transaction a second hash.
  if (!secp256k1.verify(signature, document, publicKey, { lowS: true }))
    throw new Error('signature verification failed')
  return {
    from,
    to: readText(send, 2),
    coins: readList(send, 3).map(readCoin),
    fee: readList(readFields(readBytes(readFields(authInfo), 2)), 1).map(readCoin),
    sequence: readNumber(signer, 3),
  }
}

function readCoin(bytes: Uint8Array): Coin {
  const coin = readFields(bytes)
  const amount = readText(coin, 2)
  if (!/^\d{1,78}$/.test(amount)) throw new Error('invalid coins')
  return { denom: readText(coin, 1), amount: BigInt(amount) }
}
