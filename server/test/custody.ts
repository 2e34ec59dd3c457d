import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import {
  type CreateWalletRequest,
  type LimitChange,
  limitProofText,
  type ReceiverChange,
  type RenewedShareSet,
  receiverProofText,
  type SealedText,
  type ShareSetChange,
  shareSetProofText,
  type UnlockMethod,
  type VaultKeyRenewal,
  vaultKeyRenewalProofText,
  walletProofText,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { base58 } from '@scure/base'
import { keccak256, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

type Bytes = Uint8Array<ArrayBuffer>

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const toText = (bytes: ArrayBuffer | Bytes): string => Buffer.from(new Uint8Array(bytes)).toString('base64url')
const fromText = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'base64url'))
export const secureRandomBytes = (size: number): Bytes => crypto.getRandomValues(new Uint8Array(size))

const keyFrom = async (secret: Bytes, salt: string, about: string): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: utf8(salt), info: utf8(about) }
  return crypto.subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
const encrypt = async (key: CryptoKey, aad: string, plain: Bytes): Promise<SealedText> => {
  const iv = secureRandomBytes(12)
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(aad) }, key, plain)
  return { iv: toText(iv), data: toText(data) }
}
const decrypt = async (key: CryptoKey, aad: string, { iv, data }: SealedText): Promise<Bytes> => {
  const how = { name: 'AES-GCM', iv: fromText(iv), additionalData: utf8(aad) }
  return new Uint8Array(await crypto.subtle.decrypt(how, key, fromText(data)))
}

export type TestShareSet = { setId: string; type: UnlockMethod }

/**
 * Makes a wallet as a browser does: the seed, the vault key and its share sets. Uses only Node's WebCrypto and none of
 * the product's crypto, so that tests don't repeat the product's mistakes.
 */
export const makeTestVault = async () => {
  const walletId = crypto.randomUUID()
  const seed = secureRandomBytes(16)
  const evm = privateKeyToAccount(`0x${Buffer.from(secureRandomBytes(32)).toString('hex')}`)
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secureRandomBytes(32)])
  const solanaKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(solanaKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const accounts = { eip155: evm.address as string, solana: base58.encode(publicKey) }
  const text = walletProofText(walletId)
  const proofs = {
    eip155: (await evm.signMessage({ message: text })) as string,
    solana: `0x${sign(null, Buffer.from(text), solanaKey).toString('hex')}`,
  }
  return sealSeed({ walletId, accounts, proofs, seed, evm }, 1)
}

/** Encrypts a wallet's seed with a new vault key, whose epoch is the next one. */
export const makeVaultOfNextEpoch = (vault: TestVault) => sealSeed(vault.seeded, vault.epoch + 1)

type Seeded = Pick<CreateWalletRequest, 'walletId' | 'accounts' | 'proofs'> & { seed: Bytes; evm: PrivateKeyAccount }

const sealSeed = async (seeded: Seeded, epoch: number) => {
  const { walletId, accounts, proofs, seed, evm } = seeded
  const vaultKey = secureRandomBytes(32)
  const vaultAad = [walletId, epoch, accounts.eip155, accounts.solana].join('|')
  const vault = await encrypt(await keyFrom(vaultKey, '', 'vault/1'), vaultAad, seed)
  const request: CreateWalletRequest = { walletId, vault, accounts, proofs }

  const setKey = (client: Bytes, serverShare: string, { setId, type }: TestShareSet) =>
    keyFrom(new Uint8Array([...client, ...fromText(serverShare)]), setId, ['set/1', type, walletId, epoch].join('|'))
  const setAad = ({ setId, type }: TestShareSet) => [walletId, setId, type, epoch].join('|')

  return {
    seeded,
    epoch,
    request,
    /** Signs a change of a share set with a key of the wallet, as an unlocked wallet does. */
    prove: async (change: Omit<ShareSetChange, 'walletId' | 'epoch'>): Promise<string> =>
      evm.sign({ hash: keccak256(stringToHex(shareSetProofText({ walletId, epoch, ...change }))) }),
    /** Signs a key renewal with a key of the wallet, as an unlocked wallet does. */
    proveRenewal: async (renewal: Omit<VaultKeyRenewal, 'walletId'>): Promise<string> =>
      evm.sign({ hash: keccak256(stringToHex(vaultKeyRenewalProofText({ walletId, ...renewal }))) }),
    /** Signs a limit or a receiver with a key of the wallet, as an unlocked wallet does. */
    proveLimit: async (change: Omit<LimitChange, 'walletId'>): Promise<string> =>
      evm.sign({ hash: keccak256(stringToHex(limitProofText({ walletId, ...change }))) }),
    proveReceiver: async (change: Omit<ReceiverChange, 'walletId'>): Promise<string> =>
      evm.sign({ hash: keccak256(stringToHex(receiverProofText({ walletId, ...change }))) }),
    seed,
    vaultKey,
    /** Wraps the vault key with both shares of a share set. */
    wrap: async (client: Bytes, serverShare: string, set: TestShareSet): Promise<SealedText> =>
      encrypt(await setKey(client, serverShare, set), setAad(set), vaultKey),
    /** Decrypts the seed with both shares of a share set. Rejects if a share is wrong. */
    unlock: async (client: Bytes, serverShare: string, set: TestShareSet, wrapped: SealedText): Promise<Bytes> => {
      const key = await decrypt(await setKey(client, serverShare, set), setAad(set), wrapped)
      return decrypt(await keyFrom(key, '', 'vault/1'), vaultAad, vault)
    },
  }
}

export type TestVault = Awaited<ReturnType<typeof sealSeed>>

/**
 * Makes both shares of a share set and wraps the vault key, as a browser does that tries a share set before sending it.
 */
export const makeTriedShareSet = async <Type extends Exclude<UnlockMethod, 'kit'>>(vault: TestVault, type: Type) => {
  const set = { setId: crypto.randomUUID(), type }
  const [client, serverShare] = [secureRandomBytes(32), toText(secureRandomBytes(32))]
  const wrapped = await vault.wrap(client, serverShare, set)
  const request = { ...set, label: 'This browser', serverShare, wrapped } satisfies RenewedShareSet
  return { set, client, request }
}

/** A client share, a server share and a wrapped key with which a test tries to open a vault. */
export type ShareCandidate = { client: Bytes; server: string; set: TestShareSet; wrapped: SealedText }

/** Counts the candidates that open a vault. */
export const countOpeningCandidates = async (
  vault: TestVault,
  candidates: readonly ShareCandidate[],
): Promise<number> => {
  const seeds = await Promise.allSettled(
    candidates.map(({ client, server, set, wrapped }) => vault.unlock(client, server, set, wrapped)),
  )
  return seeds.filter(({ status }) => status === 'fulfilled').length
}
