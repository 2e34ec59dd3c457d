import { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode, type Hex } from 'viem'
import { encodeDeployData, getAddress, hashMessage, isHex, recoverAddress, size, sliceHex } from 'viem/utils'
import type { SendNodeRequest, SignatureVerifier } from './verifier.ts'
import { tryDecode } from './verifier.ts'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const ecdsaSize = 65

/** Tells whether an address has the EIP-55 checksum, which EIP-4361 requires. */
export const isEvmAddress = (address: string): boolean => tryDecode(() => getAddress(address)) === address

/**
 * Verifies EIP-191 signatures by a key, and lets the account's contract verify others (ERC-1271, ERC-6492) by
 * `eth_call`.
 */
export const eip155Verifier: SignatureVerifier = {
  isAddress: isEvmAddress,
  verify: async ({ message, signature, address }, askChain) => {
    if (!isHex(signature) || signature.length % 2 !== 0) return false
    const hash = hashMessage(message)
    // Try the key first: the key of an address stays valid even if the address has code (EIP-7702).
    if ((await recover(hash, signature)) === address) return isCanonical(signature)
    return asksContract(askChain, address as Hex, hash, signature)
  },
}

export const isSignedByKey = async (hash: Hex, signature: Hex, address: string): Promise<boolean> =>
  (await recover(hash, signature)) === address && isCanonical(signature)

const recover = async (hash: Hex, signature: Hex): Promise<string | undefined> => {
  if (size(signature) !== ecdsaSize) return undefined
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    // No public key can be recovered from the signature, so it is invalid.
    return undefined
  }
}

/** Rejects high-S signatures, because anyone can derive one from a low-S signature. */
const isCanonical = (signature: Hex): boolean => {
  const s = BigInt(sliceHex(signature, 32, 64))
  return s > 0n && s <= halfOrder
}

/**
 * Runs ERC-6492's reference validator as creation code, so that nobody has to deploy the validator. The validator
 * deploys the account if necessary, calls it, and returns one byte.
 */
const asksContract = async (askChain: SendNodeRequest, address: Hex, hash: Hex, signature: Hex): Promise<boolean> => {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  })
  const answer = await askChain({ method: 'eth_call', params: [{ data }, 'latest'] })
  // The answer 'failed' means that the account's contract reverted, which rejects the signature.
  return answer !== 'failed' && answer.result === '0x01'
}
