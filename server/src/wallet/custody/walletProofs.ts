import {
  type CreateWalletRequest,
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
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { hashMessage, hexToBytes, isHex, keccak256, stringToBytes } from 'viem/utils'
import { isEvmAddress, isSignedByKey } from '../../signIn/verify/eip155.ts'
import { tryDecode } from '../../signIn/verify/verifier.ts'

type Proven = Pick<CreateWalletRequest, 'walletId' | 'accounts' | 'proofs'>

/** Tells whether both addresses have their canonical spelling, and the key of each address signed the wallet's id. */
export const areWalletAddressesProven = async ({ walletId, accounts, proofs }: Proven): Promise<boolean> => {
  const message = walletProofText(walletId)
  return (
    (await isProvenOnEvm(message, accounts.eip155, proofs.eip155)) &&
    isProvenOnSolana(message, accounts.solana, proofs.solana)
  )
}

/**
 * Tells whether a key of the wallet signed this change, which proves that the requesting browser has the wallet
 * unlocked.
 */
export const isShareSetChangeProven = async (
  change: ShareSetChange,
  address: string,
  proof: string | undefined,
): Promise<boolean> => isTextProven(shareSetProofText(change), address, proof)

/**
 * Tells whether a key of the wallet signed this renewal. The signature covers every share set that opens the new vault.
 */
export const isKeyRenewalProven = async (
  renewal: VaultKeyRenewal,
  address: string,
  proof: string | undefined,
): Promise<boolean> => isTextProven(vaultKeyRenewalProofText(renewal), address, proof)

export const isLimitProven = (change: LimitChange, address: string, proof: string | undefined): Promise<boolean> =>
  isTextProven(limitProofText(change), address, proof)

export const isReceiverProven = (
  change: ReceiverChange,
  address: string,
  proof: string | undefined,
): Promise<boolean> => isTextProven(receiverProofText(change), address, proof)

const isTextProven = async (text: string, address: string, proof: string | undefined): Promise<boolean> =>
  proof !== undefined && isHex(proof) && isSignedByKey(keccak256(stringToBytes(text)), proof, address)

/** Reject contract signatures (ERC-1271): each account of the embedded wallet has a private key. */
const isProvenOnEvm = async (message: string, address: string, signature: string): Promise<boolean> =>
  isEvmAddress(address) && isHex(signature) && isSignedByKey(hashMessage(message), signature, address)

const isProvenOnSolana = (message: string, address: string, signature: string): boolean => {
  // Decoding base58 takes quadratic time, so refuse long input first.
  const publicKey = address.length > 64 ? undefined : tryDecode(() => base58.decode(address))
  const bytes = isHex(signature) ? tryDecode(() => hexToBytes(signature)) : undefined
  if (publicKey?.length !== 32 || bytes?.length !== 64) return false
  return ed25519.verify(bytes, new TextEncoder().encode(message), publicKey, { zip215: false })
}
