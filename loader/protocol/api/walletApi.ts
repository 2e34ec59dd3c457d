import type { ErrorCode } from '../errors/errorCodes.ts'

/**
 * `/v1/wallet/*` on the secure frame's own host, JSON, for its own documents only. Every request of the frame carries a
 * `DPoP` proof (RFC 9449) of the client key; those marked "session" also `Authorization: DPoP <accessToken>`. Byte
 * strings are base64url without padding, times milliseconds since 1970, ids UUIDs unless said otherwise.
 *
 * A proof may also name `projectId` and `host`, the site that the frame attested. A session used at another site is revoked.
 * After 401 with `SESSION_EXPIRED` the frame refreshes the session. After `SESSION_REVOKED` the visitor signs in again.
 *
 * A failure is an `HttpFailure` with one coded reason. After 401 with `DPOP_INVALID` and a `DPoP-Nonce` header the frame
 * repeats the request with this nonce.
 */
export type WalletFailure = { code: ErrorCode; values?: { [place: string]: string | number } }

// Login --------------------------------------------------------------------------------------------------------------

/** `POST login/email`. `host` is the origin that the secure frame attested. The answer says nothing of whether the address is known. */
export type EmailLoginRequest = { projectId: string; host: string; email: string; locale: string }
export type EmailLogin = {
  challengeId: string
  state: LoginState
  /** When the awaited OTP or mail link expires. */
  expiresAt: number
  /** Until another mail may be asked for. */
  resendAt: number
  /** Two digits, that the page behind the mail's link asks for. Only with VERIFY_DEVICE. */
  matchNumber?: string
  /** After too many wrong codes: ten letters and digits instead of six digits. Only with VERIFY_OTP. */
  longCode?: true
}
export type LoginState = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'REFUSED' | 'EXPIRED'

/** `GET login/{challengeId}?state=VERIFY_DEVICE`: answers when the state is another one, after 25 s at the latest → `EmailLogin`. */
/** `POST login/{challengeId}/resend` → `EmailLogin`, the old code or link is dead; EMAIL_COOLDOWN {n}, MAIL_NOT_SENT. */
/**
 * `POST login/{challengeId}/code` `{ code }` → `SignedIn`; CODE_WRONG {n}, CODE_EXPIRED, CODE_DEAD, CHALLENGE_NOT_FOUND,
 * DEVICE_NOT_APPROVED, DEVICE_REFUSED.
 */
export type SignedIn = { tokens: SessionTokens; session: SessionFacts }

/** `POST device/look` `{ token }` (page behind the mail's link, no proof) → what is asked for; `numbers` are three to choose from. */
export type DeviceFacts = { host: string; browser: string; place: string; requestedAt: number; numbers: string[] }
/** `POST device/decide` → `{ approved }`; a wrong number is a refusal. Without `number` the visitor says "not me". */
export type DeviceDecision = { token: string; number?: string }

// Session ------------------------------------------------------------------------------------------------------------

/** Opaque, bound to the client key. Access 10 min; refresh is used once, idle 7 days, absolute 30 days. */
export type SessionTokens = { accessToken: string; accessExpiresAt: number; refreshToken: string }
/** `POST session/refresh` `{ refreshToken }` → `SessionTokens`. `GET session` (session) → `SessionFacts`. */
export type SessionFacts = {
  sessionId: string
  userId: string
  email: string
  custody: CustodyMode
  /** When the visitor entered the last OTP. A request that needs a fresh OTP accepts it for 5 minutes. */
  authTime: number
  /** Null until `POST keys`. */
  wallet: WalletRecord | null
  /** The account ends then; absent while nobody wants that. */
  deleteAt?: number
}
/**
 * `POST account/deletion` (session, fresh) `{ forget?: GuardianEnvelope }` → `{ deleteAt }`, in seven days, of which the owner
 * has had a mail; MAIL_NOT_SENT. `forget` is passed on to the guardian after it.
 * `DELETE account/deletion` (session) stops it. After it the server has no share, no address and no session of theirs.
 */
/**
 * `POST session/sign-out` (session) `SignOutRequest`; WALLET_LOCKED. `GET sessions` (session) → `{ sessions: SessionRow[] }`;
 * `DELETE sessions/{id}?proof=` (session, fresh) ends all sessions of that browser; RESOURCE_NOT_FOUND, WALLET_LOCKED.
 *
 * Every session may end any session of its user. The browser's share set ends with its sessions if the browser itself
 * signs out. It also ends if the proof, a `ShareSetChange` of action `end`, shows that the wallet is open here. In all other cases the
 * share set stays, so access to the mailbox alone removes no unlock method. A `pending` wallet keeps all share sets.
 */
export type SignOutRequest = { everywhere: boolean; proof?: string }
export type SessionRow = {
  id: string
  host: string
  browser: string
  createdAt: number
  lastUsedAt: number
  current: boolean
}

// Keys ---------------------------------------------------------------------------------------------------------------

type CustodyMode = 'assisted' | 'self'
/** AES-256-GCM: 12 bytes of IV, the ciphertext with its tag. */
export type Sealed = { iv: string; data: string }
export type WalletAccounts = { eip155: string; solana: string }
export type WalletRecord = {
  walletId: string
  epoch: number
  /** `pending` may receive only: no durable set is confirmed yet. */
  status: 'pending' | 'active'
  accounts: WalletAccounts
  /** The seed, under the vault key (security 2.2). */
  vault: Sealed
  sets: ShareSetRow[]
}
/**
 * `POST keys` (session) → `WalletRecord`; WALLET_EXISTS. `proofs` are signatures of both keys over `walletProofText`, `0x` and
 * hex digits: by EIP-191 65 bytes, by Ed25519 64.
 */
export type CreateWalletRequest = {
  walletId: string
  vault: Sealed
  accounts: WalletAccounts
  proofs: { eip155: string; solana: string }
  /** Made with the wallet or not at all: without it a line that is lost now leaves a wallet that nobody can open. */
  set?: FirstShareSet
  /**
   * Deletes the visitor's pending wallet if none of its share sets was ever confirmed. No visitor has seen such a wallet, and
   * a broken connection may have lost its shares. WALLET_EXISTS for another wallet, or for a wallet with a confirmed share set.
   */
  replaces?: string
}
/** The share is of the browser's making here, which has the vault key at hand anyway. Confirmed as any other. */
export type FirstShareSet = Pick<CreateShareSetRequest, 'setId' | 'label'> & {
  type: 'device' | 'vault'
  serverShare: string
  wrapped: Sealed
}
export const walletProofText = (walletId: string): string => `AppKit wallet ${walletId}`

export type UnlockMethod = 'device' | 'passkey' | 'vault' | 'kit' | 'guardian'
/** Counts as a way to recover. */
export const durableUnlockMethods: readonly UnlockMethod[] = ['passkey', 'vault', 'kit', 'guardian']
export type ShareSetRow = {
  setId: string
  type: UnlockMethod
  epoch: number
  createdAt: number
  lastUsedAt: number | null
  /** A test unwrap has been made. */
  confirmed: boolean
  label: string
  /** The credential id of a passkey. Public. */
  credentialId?: string
}
/**
 * `POST sets` (session; fresh unless this is the first) → `{ serverShare }`; `kit` gets none. One that isn't confirmed within
 * a day is gone.
 */
export type CreateShareSetRequest = { setId: string; type: UnlockMethod; label: string; credentialId?: string }
/** `PUT sets/{setId}/wrapped` (session) `{ wrapped: Sealed }`, once. `kit` wraps on the client only and sends none. */
/** `POST sets/{setId}/release` (session; fresh where this session is not the set's own) → `ShareSetRelease`; 10 a minute, 100 a day for one browser. */
export type ShareSetRelease = { serverShare: string; wrapped: Sealed }
/**
 * `POST sets/{setId}/confirm` (session) `{ proof }` after a test unwrap → `WalletRecord`. `DELETE sets/{setId}?proof=`
 * (session, fresh) → `WalletRecord`; LAST_DURABLE_SET.
 *
 * Both need a proof that the wallet is open here: the signature of its EVM key, `0x` and 65 bytes in hex digits, over the
 * Keccak-256 of `shareSetProofText`; WALLET_LOCKED without it. A mailbox alone neither makes up ways into a wallet nor takes them
 * away. To confirm a durable set needs a fresh session, too.
 */
export type ConfirmShareSetRequest = { proof: string }
export type ShareSetChange = {
  action: 'confirm' | 'remove' | 'end' | 'renew'
  walletId: string
  /**
   * To `end`, the session that ends, with all that its browser has; `all` where the visitor signs out everywhere. To `renew`,
   * the set that comes.
   */
  setId: string
  epoch: number
  /** The one that asks; a proof is worth nothing in another. */
  sessionId: string
}
/** Begins as nothing does that a site can have signed: EIP-191 knows 0x19 followed by 0x00, 0x01 or `E`. */
export const shareSetProofText = ({ action, walletId, setId, epoch, sessionId }: ShareSetChange): string =>
  `\x19AppKit way to recover\n${[action, walletId, setId, epoch, sessionId].join('|')}`

/** A way that was tried by a test unwrap before the server knows of it. A kit has neither share nor wrapped key. */
export type RenewedShareSet = Omit<CreateShareSetRequest, 'type'> &
  ({ type: Exclude<UnlockMethod, 'kit'>; serverShare: string; wrapped: Sealed } | { type: 'kit' })
/**
 * `POST sets/{setId}/renew` (session of the browser that has the set) → `WalletRecord`: replaces a `device` or `vault` set by a
 * set of the same type with other shares, in one step. A confirmed set stays confirmed. The proof is a `ShareSetChange` of action
 * `renew`. A repeated request succeeds, since the first answer may be lost. KEY_SET_NOT_FOUND, WALLET_LOCKED; INVALID_INPUT if
 * the new id belongs to something else.
 */
export type RenewShareSetRequest = { set: RenewedShareSet; proof: string }
/**
 * `POST keys/renew` (session, fresh) → `WalletRecord`: the same seed under another vault key, where somebody may know the old
 * one. In one step the wallet has its next epoch, the vault and all its ways, confirmed; those of earlier epochs are gone.
 * One of the new ways has to be no browser's: LAST_DURABLE_SET. The proof is the signature of the wallet's EVM key over the
 * Keccak-256 of `renewalProofText`; WALLET_LOCKED. The same again is no mistake; WALLET_EXISTS where another was quicker.
 * The owner has had a mail before it happens, or MAIL_NOT_SENT; of a wallet that may only receive WALLET_NOT_ACTIVE.
 */
export type RenewKeyRequest = { epoch: number; vault: Sealed; sets: RenewedShareSet[]; proof: string }
export type Renewal = Omit<RenewKeyRequest, 'proof'> & { walletId: string; sessionId: string }
/** Names all that opens the wallet from then on, so that the proof is good for nothing else. */
export const renewalProofText = ({ walletId, epoch, sessionId, vault, sets }: Renewal): string => {
  const ways = sets.flatMap((set) => [
    set.setId,
    set.type,
    ...('wrapped' in set ? [set.wrapped.iv, set.wrapped.data] : []),
  ])
  return `\x19AppKit new key\n${[walletId, epoch, sessionId, vault.iv, vault.data, ...ways].join('|')}`
}

/**
 * `POST export` (session, fresh) `{ withPasskey }` before the words of the seed are shown → `ExportState`; at `readyAt` or
 * later the owner has had a mail, and they may be. With a passkey that is at once, else after the operator's delay, when it is
 * asked again. MAIL_NOT_SENT where the owner can't be told. `DELETE export` (session) stops what waits.
 */
export type ExportState = { readyAt: number }

/**
 * `POST guardian/{enrol|recognise|forget|challenge|verify|release}` (session): passed on to the guardian as it is. Both ways
 * it is one message of HPKE (RFC 9180) with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM; the main server reads neither. A
 * request is a `TimedRequest`, in base mode to the public key that the secure frame's document names. An answer is a
 * `GuardianAnswer`, in PSK mode to `replyKey`, with 32 bytes exported from the request as the PSK and the request's `enc` as its
 * id. `enc` and `ciphertext` are in base64url.
 */
export type GuardianEnvelope = { enc: string; ciphertext: string }
/** The `info` of both messages, and the exporter context of the PSK. */
export const guardianLabels = {
  request: 'appkit guardian/2 request',
  answer: 'appkit guardian/2 answer',
  psk: 'appkit guardian/2 psk',
} as const
/**
 * By `sentAt`, in milliseconds, the guardian refuses an envelope that it may have seen and forgotten. `replyKey` is raw P-256,
 * made for this request alone.
 */
export type TimedRequest = { sentAt: number; replyKey: string; request: GuardianRequest }
export type GuardianRequest =
  /**
   * `owner` is the SHA-256 of the `ownerKey` that `recognise` then names. All mails use the language of `locale`, or English if
   * the guardian lacks it. A later request may come from an attacker, so it does not choose the language.
   */
  | { kind: 'enrol'; walletId: string; setId: string; email: string; share: string; owner?: string; locale?: string }
  /**
   * Registers a key of this browser, so that the same visitor need not wait. It needs `ownerKey`, which only the open wallet
   * gives. Keys are raw P-256, for ES256.
   */
  | { kind: 'recognise'; walletId: string; setId: string; ownerKey: string; deviceKey: string }
  /**
   * By the same secret: no browser of the wallet is known any more. With `setId`, that set goes whole, share and address
   * too; `all` of its owner's for an account that ends, which is taken for 30 days.
   */
  | { kind: 'forget'; walletId: string; ownerKey: string; setId?: string }
  /**
   * Mails a code of the guardian's own to the enrolled address. `setId` is the guardian set of the wallet's record; without
   * it the one enrolled last is meant. `clientKey`, 16 to 128 characters, is a secret of this client, which the two
   * requests after it have to name again.
   */
  | { kind: 'challenge'; walletId: string; setId?: string; email: string; host: string; clientKey: string }
  /** `device` proves a recognised browser, by its signature over `recoveryText`: then there is no delay. */
  | {
      kind: 'verify'
      challengeId: string
      code: string
      clientKey: string
      device?: { publicKey: string; signature: string }
    }
  /** After the delay. */
  | { kind: 'release'; challengeId: string; clientKey: string }
export type GuardianAnswer =
  | { ok: true; kind: 'enrol' }
  | { ok: true; kind: 'recognise' }
  | { ok: true; kind: 'forget' }
  | { ok: true; kind: 'challenge'; challengeId: string; expiresAt: number }
  | { ok: true; kind: 'verify'; releaseAt: number }
  | { ok: true; kind: 'release'; share: string; setId: string }
  | { ok: false; failure: WalletFailure }

export const recoveryText = (challengeId: string): string => `AppKit recovery ${challengeId}`

// Chains and flows ---------------------------------------------------------------------------------------------------

/**
 * `POST rpc` (proof only, of the project that its claim `projectId` names): one JSON-RPC read of the operator's node →
 * `{ result }` or `{ error: { code, message, data? } }`.
 */
export type NodeRequest = { chainId: string; method: string; params: unknown }
export type NodeAnswer = { result: unknown } | { error: { code: number; message: string; data?: string } }

/**
 * A request to a window of this origin, and the window's result, without an opener (security 3.9). The key of both texts is in
 * the window's address after `#` and never here. `POST flows` (session) `{ flowId, request }` → `{ expiresAt }`, 5 minutes.
 * `GET flows/{id}` → `{ request, host }` with the host of the requesting session. `POST flows/{id}/result` `{ result }` works
 * once. The id is the only proof of both. `GET flows/{id}/result` (session) waits up to 25 s → `{ result: Sealed | null }`.
 */
export type FlowRequest = { flowId: string; request: Sealed }
/**
 * `GET flows/{id}/asker` (session) → who opened it, where it was a session of the same user; FLOW_NOT_FOUND for anyone
 * else's. A window that reveals a secret needs this; `ownBrowser` is its own, by the same names.
 */
export type FlowAsker = { host: string; browser: string; ownBrowser: string }
