import { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode, type Hex } from 'viem'
import { encodeDeployData, getAddress, hashMessage, isHex, recoverAddress, size, sliceHex } from 'viem/utils'
import type { AskChain, Verifier } from './verifier.ts'
import { decoded } from './verifier.ts'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const ecdsaSize = 65

/** With the checksum of EIP-55, as EIP-4361 wants it. */
export const isEvmAddress = (address: string): boolean => decoded(() => getAddress(address)) === address

/** EIP-191 by a key; ERC-1271 and ERC-6492 by the account's own contract, asked through the network's nodes. */
export const eip155: Verifier = {
  isAddress: isEvmAddress,
  verify: async ({ message, signature, address }, askChain) => {
    if (!isHex(signature) || signature.length % 2 !== 0) return false
    const hash = hashMessage(message)
    // Whoever holds the key of an address speaks for it, also where it has code by EIP-7702.
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
    // No point of the curve: then no key made it.
    return undefined
  }
}

/** Anyone can turn a signature into a second one by mirroring s; only the lower half counts. */
const isCanonical = (signature: Hex): boolean => {
  const s = BigInt(sliceHex(signature, 32, 64))
  return s > 0n && s <= halfOrder
}

/**
 * ERC-6492's reference validator as creation code, so that it need not stand on the chain: it deploys the account where
 * that is still to be done, asks it, and returns one byte.
 */
const asksContract = async (askChain: AskChain, address: Hex, hash: Hex, signature: Hex): Promise<boolean> => {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  })
  const answer = await askChain({ method: 'eth_call', params: [{ data }, 'latest'] })
  // An account that reverts is one that says no.
  return answer !== 'failed' && answer.result === '0x01'
}
