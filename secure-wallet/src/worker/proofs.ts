import {
  type LimitChange,
  limitProofText,
  type ReceiverChange,
  receiverProofText,
  type ShareSetChange,
  shareSetProofText,
  type VaultKeyRenewal,
  vaultKeyRenewalProofText,
  walletProofText,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { Signers } from './accounts.ts'
import { utf8 } from './bytes.ts'

/** The keys of both accounts sign the wallet id, so the server cannot replace an address unnoticed. */
export const proveAccounts = (signers: Signers, walletId: string): Signers['accounts'] => {
  const text = walletProofText(walletId)
  return {
    eip155: toHex(signers.signEvm(personalDigest(text))),
    solana: toHex(signers.signSolana(utf8(text))),
  }
}
export const proveShareSetChange = (signers: Signers, change: ShareSetChange): string =>
  signText(signers, shareSetProofText(change))

export const proveKeyRenewal = (signers: Signers, renewal: VaultKeyRenewal): string =>
  signText(signers, vaultKeyRenewalProofText(renewal))

export const proveLimit = (signers: Signers, change: LimitChange): string => signText(signers, limitProofText(change))

export const proveReceiver = (signers: Signers, change: ReceiverChange): string =>
  signText(signers, receiverProofText(change))

const signText = (signers: Signers, text: string): string => toHex(signers.signEvm(keccak_256(utf8(text))))

/** The digest of a personal message (EIP-191, version 0x45). */
const personalDigest = (text: string): Uint8Array => {
  const message = utf8(text)
  return keccak_256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message))
}
const toHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`
