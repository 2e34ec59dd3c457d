import type {
  DeviceProof,
  GuardianEnvelope,
  GuardianRequest,
  Handover,
  LimitChange,
  ReceiverChange,
  RunningRecovery,
  SealedText,
  ShareSetChange,
  UnlockMethod,
  VaultKeyRenewal,
  WalletAccounts,
  WalletFailure,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'

/**
 * The messages between a document of this origin and its key worker. Documents import no other file of this folder,
 * except the offline recovery page. This folder imports no file of the documents.
 */
export type CustodyRequest = { id: number; method: keyof CustodyApi; args: unknown[] }
export type CustodyResponse = { id: number; value: unknown } | { id: number; failure: WalletFailure }

/** Bytes over an `ArrayBuffer`, because WebCrypto accepts no `SharedArrayBuffer`. */
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Identifies a wallet and its vault key. The encrypted seed is bound to all three fields; wrapped vault keys and
 * handovers are bound to id and epoch.
 */
export type WalletName = { walletId: string; epoch: number; accounts: WalletAccounts }
export type ShareSetName = { setId: string; type: UnlockMethod }

/** The secret of an unlock method, from which the worker derives the client share (SECURITY-MODEL.md 2.2). */
export type ClientShareSource =
  /** A non-extractable key of this browser, for share sets of the types `device` and `vault`. */
  | { kind: 'device'; key: CryptoKey }
  /** The PRF output of a passkey. */
  | { kind: 'passkey'; output: Bytes }
  | { kind: 'phrase'; phrase: string; cost: KitHashCost }
  /** The guardian's share. The worker gets it from the guardian, or creates it when it adds a guardian share set. */
  | { kind: 'guardian' }
export type ShareSet = { name: ShareSetName; source: ClientShareSource; serverShare: string | null }

/** Parameters of argon2id; `memory` in KiB. */
export type KitHashCost = { memory: number; passes: number; lanes: number }
type NewKit = { phrase: string; wrapped: SealedText; cost: KitHashCost }
type NewWallet = Pick<WalletName, 'accounts'> & { vault: SealedText; proofs: WalletName['accounts'] }

/** The vault key in use, or the next one, which the server has not accepted yet. */
export type VaultKeyStage = 'current' | 'staged'

/**
 * A request to the guardian without its secrets, as the document sends it to the worker. The worker adds the share and
 * the owner key.
 */
export type UnsealedGuardianRequest =
  | { kind: 'enrol'; walletId: string; setId: string; email: string; locale: string; ways: readonly string[] }
  | { kind: 'ways'; walletId: string; change?: { version: number; ways: readonly string[] }; device?: DeviceProof }
  | { kind: 'recognise'; walletId: string; setId: string; deviceKey: string; skipsDelay?: false }
  | { kind: 'forget'; walletId: string; setId?: string; device?: DeviceProof }
  | { kind: 'recoveries'; walletId: string; stop?: true }
  | Exclude<GuardianRequest, { kind: 'enrol' | 'ways' | 'recognise' | 'forget' | 'recoveries' }>

/** The guardian's answer, as the worker passes it to the document: without the share. */
export type GuardianReply =
  | { kind: 'enrol' }
  | { kind: 'ways'; version: number; ways: string[] | null; fullUntil: number }
  | { kind: 'recognise' }
  | { kind: 'forget' }
  | { kind: 'challenge'; challengeId: string; number: string; expiresAt: number }
  | { kind: 'verify'; releaseAt: number | null }
  | { kind: 'withdraw' }
  | { kind: 'release'; setId: string }
  | { kind: 'recoveries'; running: RunningRecovery[] }

/** The payloads that one approval signs: 32-byte digests on eip155, whole messages on solana. */
export type ApprovalRequest = {
  namespace: 'eip155' | 'solana'
  payloads: Bytes[]
  /** Set if a passkey must confirm. `topOrigin`: the origin of the top window around the secure frame. */
  passkey?: { topOrigin: string }
}
type StartedApproval = { approvalId: string; challenge: Bytes }
/** The signed parts of a WebAuthn assertion. */
export type PasskeyAssertion = { clientDataJSON: Bytes; authenticatorData: Bytes; signature: Bytes }
/** A passkey's public key: the COSE algorithm, and the key as SubjectPublicKeyInfo (DER). */
export type PasskeyPublicKey = { algorithm: number; spki: Bytes }
type SealedPasskeyKey = { setId: string; sealed: SealedText }

/**
 * The methods of the key worker. They reject with WALLET_LOCKED for a locked wallet, and with KEY_NOT_UNLOCKED for a
 * wrong share or encrypted seed.
 */
export type CustodyApi = {
  /** Creates a wallet and leaves it unlocked. Until the server stores the encrypted seed, only the caller has it. */
  create(walletId: string): Promise<NewWallet>
  unlock(wallet: WalletName, vault: SealedText, set: ShareSet, wrapped: SealedText): Promise<void>

  /** Creates a key pair and returns its public key, for which another worker of this origin may seal the vault key. */
  askForKey(): Promise<string>
  takeKey(wallet: WalletName, vault: SealedText, flowId: string, handover: Handover): Promise<void>
  giveKey(flowId: string, publicKey: string): Promise<Handover>

  /** Encrypts the vault key under both shares of a new share set. */
  wrap(set: ShareSet, which?: VaultKeyStage): Promise<SealedText>
  /** Runs the test unwrap: rejects a share set that does not decrypt to the vault key. */
  check(set: ShareSet, wrapped: SealedText, which?: VaultKeyStage): Promise<void>
  kit(setId: string, which?: VaultKeyStage): Promise<NewKit>

  /** Seals the seed under a new vault key of the next epoch. The current vault key stays in use. */
  stageKey(): Promise<SealedText>
  dropKey(): Promise<void>
  /** Signs the request that replaces the vault key and all share sets. */
  proveRenewal(renewal: Pick<VaultKeyRenewal, 'sets' | 'sessionId'>): Promise<string>
  /** Uses the staged vault key from now on. Call `adoptKey` after the server has accepted the key. */
  adoptKey(): Promise<void>
  /**
   * Signs a request that confirms, removes or renews a share set, or that ends a session and removes its share sets.
   */
  proveChange(change: Pick<ShareSetChange, 'action' | 'setId' | 'sessionId'>): Promise<string>

  /** Signs a limit or the name of a receiver. Only the worker of the wallet window does so. */
  proveLimit(change: Omit<LimitChange, 'walletId'>): Promise<string>
  proveReceiver(change: Omit<ReceiverChange, 'walletId'>): Promise<string>

  askGuardian(
    guardianKey: string,
    question: UnsealedGuardianRequest,
    which?: VaultKeyStage,
  ): Promise<{ ticket: number; envelope: GuardianEnvelope }>
  /** Decrypts the guardian's answer to the request with this ticket. */
  readGuardian(ticket: number, envelope: GuardianEnvelope): Promise<GuardianReply>

  /** Seals the public key of a new passkey, so that the worker can later verify the passkey's assertions. */
  sealPasskeyKey(setId: string, key: PasskeyPublicKey): Promise<SealedText>
  /** Seals a known public key again, under the staged vault key for another share set. */
  restagePasskeyKey(old: SealedPasskeyKey, setId: string): Promise<SealedText>

  /** Starts an approval, and ends the one before. A passkey confirms it by an assertion over `challenge`. */
  startApproval(request: ApprovalRequest): Promise<StartedApproval>
  /** Verifies a passkey's assertion. The first one decides. Rejects with UNAUTHORIZED if it does not count. */
  confirmApproval(approvalId: string, assertion: PasskeyAssertion, key: SealedPasskeyKey): Promise<void>
  /**
   * Signs one payload of the approval, each once: 65 bytes (r, s, v of 27 or 28) of secp256k1, or 64 of Ed25519.
   * Rejects with UNAUTHORIZED.
   */
  sign(approvalId: string, payload: Bytes): Promise<Bytes>

  /**
   * Returns the seed phrase. Only the worker of the wallet window at `/vault` does so; other workers reject with
   * UNAUTHORIZED.
   */
  words(): Promise<string>

  /** True if this wallet is unlocked with the vault key of this epoch. */
  isUnlocked(walletId?: string, epoch?: number): Promise<boolean>
  setIdle(minutes: number): Promise<void>
  lock(): Promise<void>
}
