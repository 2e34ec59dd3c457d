import type { ErrorCode } from '../errors/errorCodes.ts'

/**
 * `/v1/wallet/*` on the secure frame's own host: JSON, for the secure frame's documents only. Every request carries a
 * `DPoP` proof (RFC 9449) of the client key. Requests marked "session" also carry `Authorization: DPoP <accessToken>`.
 * "Fresh" means that the visitor entered an OTP within the last 5 minutes. "Window" means that only a wallet window may
 * ask: with the cookie of its top-level navigation, and with the header `Wallet-Window` (`SecureBootstrap.windowKey`);
 * WINDOW_REQUIRED. `server/src/wallet/api/routeAccess.ts` lists these routes. Byte strings are base64url without
 * padding, times are milliseconds since 1970, and ids are UUIDs unless stated otherwise.
 *
 * A proof may also name `projectId` and `host`, the site that the frame attested. A session used at another site is
 * revoked. After 401 with `SESSION_EXPIRED` the frame refreshes the session. After `SESSION_REVOKED` the visitor signs
 * in again.
 *
 * A failure is an `HttpFailure` with one coded reason. After 401 with `DPOP_INVALID` and a `DPoP-Nonce` header the
 * frame repeats the request with this nonce.
 */
export type WalletFailure = { code: ErrorCode; values?: { [place: string]: string | number } }

// Login --------------------------------------------------------------------------------------------------------------

/**
 * `POST login/site` → `SiteToken`. `host` is the origin that the secure frame attested, and the DPoP proof names it too.
 * The token counts for one mail of this site and client key, from `waitMs` until `lifetimeMs` after the answer.
 */
export type SiteTokenRequest = { projectId: string; host: string }
export type SiteToken = { token: string; waitMs: number; lifetimeMs: number }

/**
 * `POST login/email` → `EmailLogin`, or `MailCondition`: then the client repeats the request with what it wants. `host`
 * is the origin that the secure frame attested. The answer is the same for known and unknown addresses. The mail names
 * the site only if `siteToken` is valid. EMAIL_COOLDOWN {n}, MAIL_NOT_SENT.
 */
export type EmailLoginRequest = {
  projectId: string
  host: string
  email: string
  locale: string
  siteToken?: string
  work?: SolvedWork
  /** The response of the visitor to the operator's CAPTCHA. */
  captcha?: string
}
/** The server mails once the client repeats the request with this. */
export type MailCondition = WorkRequired | CaptchaRequired
/**
 * The server wants a proof of work before it mails, because the mailbox got many mails, answered or not, or because the
 * project sent many codes that nobody entered.
 */
type WorkRequired = { work: ProofOfWork }
/**
 * The server would refuse the mail, because its network or project sent too many codes that nobody entered. It mails if
 * the visitor solves the CAPTCHA of `SecureBootstrap.captchaPage`.
 */
type CaptchaRequired = { captcha: true }
/**
 * The client finds, for each part from 0 to `workParts` - 1, a nonce for which the SHA-256 of `proofOfWorkText` starts
 * with `bits` zero bits. A challenge is valid for 5 minutes and one mail, for one mailbox, project and client key.
 */
export type ProofOfWork = { challenge: string; bits: number }
export type SolvedWork = { challenge: string; nonces: number[] }
/** Several small parts take a more even time than one large part. */
export const workParts = 16
export const proofOfWorkText = (challenge: string, part: number, nonce: number): string =>
  `${challenge}.${part}.${nonce}`
export type EmailLogin = {
  challengeId: string
  state: LoginState
  /** When the OTP expires. */
  expiresAt: number
  /** When the visitor may request another mail. */
  resendAt: number
  /**
   * Set after too many wrong codes: the code then has ten letters and digits instead of six digits. Only with
   * VERIFY_OTP.
   */
  longCode?: true
}
export type LoginState = 'VERIFY_OTP' | 'EXPIRED'

/**
 * `GET login/{challengeId}` → `EmailLogin`. `POST login/{challengeId}/resend` `{ siteToken?, work?, captcha? }` →
 * `EmailLogin` or `MailCondition`. The previous code becomes invalid. After too many wrong codes the answer sets `longCode`.
 * EMAIL_COOLDOWN {n}, MAIL_NOT_SENT.
 */
/**
 * `POST login/{challengeId}/code` `{ code }` → `LoginResult`; CODE_WRONG {n}, CODE_EXPIRED, CODE_DEAD,
 * CHALLENGE_NOT_FOUND.
 */
export type LoginResult = { tokens: SessionTokens; session: SessionFacts }

/**
 * `POST login/passkey/challenge` `PasskeyLoginSite` → `PasskeyChallenge`, for everybody alike. The text in UTF-8 is the
 * challenge of the assertion. It is valid for 3 minutes and one answer, for one project, site and client key.
 */
export type PasskeyLoginSite = { projectId: string; host: string }
export type PasskeyChallenge = { challenge: string }
/**
 * `POST login/passkey` `PasskeyLoginRequest` → `LoginResult`, whose session is confirmed and recognises the browser. The
 * other members are those of the WebAuthn assertion. CHALLENGE_NOT_FOUND; KEY_SET_NOT_FOUND for every other reason, so
 * the answer tells nobody which accounts or passkeys exist.
 */
export type PasskeyLoginRequest = PasskeyLoginSite & {
  locale: string
  credentialId: string
  userHandle: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

// Session ------------------------------------------------------------------------------------------------------------

/**
 * Opaque tokens, bound to the client key. The access token is valid for 10 minutes. The refresh token works once; it
 * expires after 7 idle days, or after 30 days in all.
 */
export type SessionTokens = { accessToken: string; accessExpiresAt: number; refreshToken: string }
/** `POST session/refresh` `{ refreshToken }` → `SessionTokens`. `GET session` (session) → `SessionFacts`. */
export type SessionFacts = {
  sessionId: string
  userId: string
  email: string
  /** The name of this browser in the list of sessions. */
  browser: string
  custody: CustodyMode
  /** When the visitor entered the last OTP, by the server's clock. */
  authTime: number
  /** For how long a request that needs a fresh OTP still accepts the last one: 5 minutes after it. */
  freshMs: number
  /** Null until `POST keys` has created the wallet. */
  wallet: WalletRecord | null
  /**
   * Set in a browser that the account does not recognise, until it has opened the existing wallet. Routes that do not
   * lead there answer DEVICE_NOT_APPROVED. `POST session/confirm` (session) `ConfirmShareSetRequest` → `{}` ends this
   * state. The proof is a `ShareSetChange` of action `recognise`.
   */
  isUnconfirmed?: true
  /** Until when some routes answer NEW_BROWSER. Set in a browser that came in by mail alone. */
  newBrowserUntil?: number
  /** When the server deletes the account. Absent unless its owner requested the deletion. */
  deleteAt?: number
}
/**
 * `POST account/deletion` (session, window, fresh) `{ forget?: GuardianEnvelope }` → `{ deleteAt }`, in seven days. The
 * server mails the owner first; MAIL_NOT_SENT. When it deletes the account, it passes `forget` on to the guardian.
 * `DELETE account/deletion` (session) cancels the deletion. A deletion removes the owner's shares, address and sessions
 * from the server.
 */
/**
 * `POST session/sign-out` (session) ends the sessions of this browser, which keeps its share set. `GET sessions` (session, window) → `{ sessions:
 * SessionRow[] }`; `DELETE sessions/{id}?proof=` (session, window, fresh) ends all sessions of that browser;
 * RESOURCE_NOT_FOUND, WALLET_LOCKED, LAST_DURABLE_SET. `DELETE sessions?proof=` (session, window, fresh) ends all sessions;
 * WALLET_LOCKED.
 *
 * Every session may end any session of its user. The browser's share set ends with its sessions if the browser removes
 * itself, which the server refuses while this is the last way to open the wallet. It also ends if the proof, a
 * `ShareSetChange` of action `end`, shows that the wallet is open here. In all other cases the share set stays, so access
 * to the mailbox alone removes no unlock method. A `pending` wallet keeps all share sets.
 */
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
/** AES-256-GCM: an IV of 12 bytes, and the ciphertext with its tag. */
export type SealedText = { iv: string; data: string }
export type WalletAccounts = { eip155: string; solana: string }
export type WalletRecord = {
  walletId: string
  epoch: number
  /** A `pending` wallet can only receive, because no share set of `durableUnlockMethods` is confirmed yet. */
  status: 'pending' | 'active'
  accounts: WalletAccounts
  /** The seed, encrypted with the vault key (SECURITY-MODEL.md 2.2). */
  vault: SealedText
  sets: ShareSetRow[]
  /** Where and when the wallet was created. Absent for a wallet of an earlier version. */
  created?: { host: string; browser: string; at: number }
}
/**
 * `POST keys` (session) → `WalletRecord`; WALLET_EXISTS. `proofs` are signatures of both keys over `walletProofText`,
 * as `0x` and hex digits: 65 bytes by EIP-191, 64 by Ed25519.
 */
export type CreateWalletRequest = {
  walletId: string
  vault: SealedText
  accounts: WalletAccounts
  proofs: { eip155: string; solana: string }
  /**
   * The share set is created in the same request as the wallet. If a second request created it, a lost connection could
   * leave a wallet that nobody can open.
   */
  set?: FirstShareSet
  /**
   * The id of the visitor's pending wallet. The server deletes that wallet first, if none of its share sets was ever
   * confirmed. No visitor has seen such a wallet, and a broken connection may have lost its shares. WALLET_EXISTS for
   * another wallet, or for a wallet with a confirmed share set.
   */
  replaces?: string
}
/**
 * The share set that is created with the wallet. The browser creates the server's share of it itself, since it holds
 * the vault key anyway. The share set is confirmed like any other.
 */
export type FirstShareSet = Pick<CreateShareSetRequest, 'setId' | 'label'> & {
  type: 'device' | 'vault'
  serverShare: string
  wrapped: SealedText
}
export const walletProofText = (walletId: string): string => `AppKit wallet ${walletId}`

/** `device`: a browser on one site. `vault`: a wallet window of a browser. `kit`: the backup. */
export type UnlockMethod = 'device' | 'passkey' | 'vault' | 'kit' | 'guardian'
/** The unlock methods with which a visitor can recover the wallet. */
export const durableUnlockMethods: readonly UnlockMethod[] = ['passkey', 'vault', 'kit', 'guardian']
export type ShareSetRow = {
  setId: string
  type: UnlockMethod
  epoch: number
  createdAt: number
  lastUsedAt: number | null
  /** A browser has unwrapped the vault key with this share set once, as a test. */
  confirmed: boolean
  label: string
  /** The credential id of a passkey. Public. */
  credentialId?: string
  /**
   * The public key of a passkey, which the key worker sealed under the vault key. With it the worker verifies that the
   * passkey confirmed a request. Absent for a passkey of an earlier version.
   */
  passkeyKey?: SealedText
  /**
   * The server has this passkey's public key, so the passkey signs in. Its PRF output has the salt of `signInSaltText`.
   * Absent for a passkey of an earlier version.
   */
  signsIn?: true
}
/**
 * `POST sets` (session; a fresh login unless this is the first set) → `{ serverShare }`; a `kit` gets none. The server
 * drops a set that is not confirmed within a day. `signInKey`: only for a passkey. The passkey's user handle has to be
 * the user's id, alone or followed by `|` and any text.
 */
export type CreateShareSetRequest = ShareSetRequest & { signInKey?: SignInKey }
type ShareSetRequest = Pick<ShareSetRow, 'setId' | 'type' | 'label' | 'credentialId' | 'passkeyKey'>
/** A passkey's public key: the algorithm's number in COSE, and the key as SubjectPublicKeyInfo (DER). */
export type SignInKey = { algorithm: number; spki: string }
/**
 * The SHA-256 of this text is the PRF salt of passkeys that sign in. It names no wallet, because the wallet is not known
 * before the passkey answers.
 */
export const signInSaltText = 'prf/2'
/**
 * `PUT sets/{setId}/wrapped` (session) `{ wrapped: SealedText }`, once. A `kit` is wrapped on the client only and sends
 * nothing.
 */
/**
 * `POST sets/{setId}/release` (session; a fresh login unless the set belongs to this session's browser) →
 * `ShareSetRelease`; at most 10 a minute and 100 a day for one browser.
 */
export type ShareSetRelease = { serverShare: string; wrapped: SealedText }
/**
 * `POST sets/{setId}/confirm` (session) `{ proof }` after a test unwrap → `WalletRecord`. `DELETE sets/{setId}?proof=`
 * (session, window, fresh) → `WalletRecord`; LAST_DURABLE_SET.
 *
 * Both need a proof that the wallet is open here: the signature of its EVM key, `0x` and 65 bytes in hex digits, over
 * the Keccak-256 of `shareSetProofText`; WALLET_LOCKED without it. So access to the mailbox alone neither adds nor
 * removes an unlock method. Confirming a durable set also needs a fresh session.
 */
export type ConfirmShareSetRequest = { proof: string }
export type ShareSetChange = {
  action: 'confirm' | 'remove' | 'end' | 'renew' | 'recognise'
  walletId: string
  /**
   * For `end`: the id of the session that ends with its browser's share set, or `all` if the visitor signs out
   * everywhere. For `renew`: the id of the new set. For `recognise`: the id of the session.
   */
  setId: string
  epoch: number
  /** The session that sends the request. The proof is invalid in any other session. */
  sessionId: string
}
/**
 * The text that the wallet signs as the proof of a change to a share set. No site can make the wallet sign such a text:
 * it starts with 0x19 and `A`, and EIP-191 allows only 0x00, 0x01 or `E` after 0x19.
 */
export const shareSetProofText = ({ action, walletId, setId, epoch, sessionId }: ShareSetChange): string =>
  `\x19AppKit way to recover\n${[action, walletId, setId, epoch, sessionId].join('|')}`

/**
 * A new share set of a renewal. The browser tested the share set before sending it to the server. A backup has
 * neither a share nor a wrapped key. A passkey keeps the server's copy of its public key.
 */
export type RenewedShareSet = Omit<ShareSetRequest, 'type'> &
  ({ type: Exclude<UnlockMethod, 'kit'>; serverShare: string; wrapped: SealedText } | { type: 'kit' })
/**
 * `POST sets/{setId}/renew` (session of the browser that has the set) → `WalletRecord`: replaces a `device` or `vault`
 * set by a set of the same type with other shares, in one step. A confirmed set stays confirmed. The proof is a
 * `ShareSetChange` of action `renew`. A repeated request succeeds, since the first answer may be lost.
 * KEY_SET_NOT_FOUND, WALLET_LOCKED; INVALID_INPUT if the new id belongs to something else.
 */
export type RenewShareSetRequest = { set: RenewedShareSet; proof: string }
/**
 * `POST keys/renew` (session, window, fresh) → `WalletRecord`: encrypts the same seed with a new vault key, for example
 * if somebody may know the old key. In one step the wallet gets its next epoch, the new vault and all its new share
 * sets, already confirmed; sets of earlier epochs end. At least one new set must be durable: LAST_DURABLE_SET. The
 * proof is the signature of the wallet's EVM key over the Keccak-256 of `vaultKeyRenewalProofText`; WALLET_LOCKED. A
 * repeated request succeeds; WALLET_EXISTS if another renewal was first. The server mails the owner first;
 * MAIL_NOT_SENT. A pending wallet gets WALLET_NOT_ACTIVE.
 */
export type RenewVaultKeyRequest = { epoch: number; vault: SealedText; sets: RenewedShareSet[]; proof: string }
export type VaultKeyRenewal = Omit<RenewVaultKeyRequest, 'proof'> & { walletId: string; sessionId: string }
/**
 * The text that the wallet signs as the proof of a renewal of the vault key. The text contains everything that will
 * open the wallet, so the proof fits no other renewal.
 */
export const vaultKeyRenewalProofText = ({ walletId, epoch, sessionId, vault, sets }: VaultKeyRenewal): string => {
  const ways = sets.flatMap((set) => [
    set.setId,
    set.type,
    ...('wrapped' in set ? [set.wrapped.iv, set.wrapped.data] : []),
  ])
  return `\x19AppKit new key\n${[walletId, epoch, sessionId, vault.iv, vault.data, ...ways].join('|')}`
}

/**
 * `POST export` (session, window, fresh) `{ withPasskey }` → `SeedExportState`, before the wallet shows the words of
 * the seed. It may show them from `readyAt` on; by then the server has mailed the owner. With a passkey `readyAt` is
 * now, otherwise the operator's delay later, and the frame asks again then. MAIL_NOT_SENT if the owner can't be
 * informed. `DELETE export` (session) cancels a waiting export.
 */
export type SeedExportState = { readyAt: number }

// Payments without a passkey -----------------------------------------------------------------------------------------

/**
 * A visitor may allow a trusted site to pay known receivers with a click alone, up to a limit for one listed token and
 * day (SECURITY-MODEL.md 3.7). Amounts are decimal numbers of the token's smallest unit. A day is a UTC day of the
 * server's clock.
 *
 * `GET limits` (session, window) → `{ sites: LimitedSite[] }`: the project's trusted sites at which the visitor is
 * signed in, and all sites with a limit. `PUT limits` (session, window, fresh) `SetLimitRequest` → `{}`: sets the only
 * limit of a site; INVALID_INPUT unless the site is trusted and a list names the token. `DELETE limits/{id}` (session,
 * window).
 */
export type LimitedSite = { host: string; limit: (SpendingLimit & { id: string }) | null }
export type SpendingLimit = { chainId: string; token: string; perDay: string; spentToday: string }
export type SetLimitRequest = Omit<LimitChange, 'walletId' | 'sessionId'> & { proof: string }
export type LimitChange = {
  walletId: string
  sessionId: string
  host: string
  chainId: string
  token: string
  perDay: string
}
/**
 * `GET receivers` (session, window) → `{ receivers: KnownReceiver[] }`. `POST receivers` (session, window, fresh)
 * `NameReceiverRequest` → `{}`. `DELETE receivers/{id}` (session, window). `POST receivers/paid` (session) `{ chainId,
 * hash }` → `{ isKnown }`: the server reads the transaction from the operator's node. It has to be a confirmed transfer
 * of a coin or listed token by the wallet.
 */
export type KnownReceiver = { id: string; chainId: string; address: string; name: string | null; createdAt: number }
export type NameReceiverRequest = Omit<ReceiverChange, 'walletId' | 'sessionId'> & { name: string; proof: string }
export type ReceiverChange = { walletId: string; sessionId: string; chainId: string; address: string }
/**
 * `GET receivers/names?chainId=&address=&address=…` (session) → `ReceiverNames`: of at most 16 addresses those that the
 * visitor named.
 */
export type ReceiverNames = { names: { address: string; name: string }[] }
/**
 * `GET limit?chainId=&receiver=` (session) → `SiteLimit` of the session's own site. `POST limit/spend` (session)
 * `LimitedPayment` → `{ isReserved }`: counts the amount if the limit of the session's own site allows the payment. The
 * wallet signs only after this answer. An amount that was counted stays counted, whatever happens to the payment.
 */
export type SiteLimit = { limit: SpendingLimit | null; isKnown: boolean }
export type LimitedPayment = { chainId: string; token: string; receiver: string; amount: string }

/**
 * The texts that the wallet signs to set a limit or to name a receiver, so access to the mailbox alone does neither. The
 * signature is as for `shareSetProofText`; WALLET_LOCKED without it.
 */
export const limitProofText = ({ walletId, sessionId, host, chainId, token, perDay }: LimitChange): string =>
  `\x19AppKit limit\n${[walletId, sessionId, host, chainId, token, perDay].join('|')}`
export const receiverProofText = ({ walletId, sessionId, chainId, address }: ReceiverChange): string =>
  `\x19AppKit receiver\n${[walletId, sessionId, chainId, address].join('|')}`

/**
 * `POST guardian/{enrol|ways|recognise|forget|challenge|verify|withdraw|release|recoveries}` (session). The main server passes requests and
 * answers on to and from the guardian and can read neither. Each is one message of HPKE (RFC 9180) with DHKEM(P-256,
 * HKDF-SHA256), HKDF-SHA256, AES-128-GCM. A request is a `TimedGuardianRequest`, in base mode to the public key that
 * the secure frame's document names. An answer is a `GuardianAnswer`, in PSK mode to `replyKey`, with 32 bytes exported
 * from the request as the PSK and the request's `enc` as its id. `enc` and `ciphertext` are base64url.
 */
export type GuardianEnvelope = { enc: string; ciphertext: string }
/** HPKE's `info` of the request and of the answer, and the exporter context of the PSK. */
export const guardianHpkeLabels = {
  request: 'appkit guardian/2 request',
  answer: 'appkit guardian/2 answer',
  psk: 'appkit guardian/2 psk',
} as const
/**
 * The guardian refuses an envelope whose `sentAt` (milliseconds) is so old that it may have seen and forgotten it.
 * `replyKey` is raw P-256, created for this request alone.
 */
export type TimedGuardianRequest = { sentAt: number; replyKey: string; request: GuardianRequest }
export type GuardianRequest =
  /**
   * `owner` is the SHA-256 of the `ownerKey` that `recognise` later sends. All mails use the language of `locale`, or
   * English if the guardian lacks it. A later request may come from an attacker, so it does not choose the language.
   * `ways` are the ids of the wallet's passkeys and backups. While there is one, a recovery by mail has the full delay;
   * an enrolment without `ways` always has it.
   */
  | {
      kind: 'enrol'
      walletId: string
      setId: string
      email: string
      share: string
      owner?: string
      locale?: string
      ways?: readonly string[]
    }
  /**
   * Reads the list of passkeys and backups that the guardian keeps for an owner, or replaces it. The request needs
   * `ownerKey`, as `recognise` does. A change names the version that it replaces. With another version it changes nothing, so
   * a request that somebody held back has no effect later. The answer is the list as it is then.
   */
  | {
      kind: 'ways'
      walletId: string
      ownerKey: string
      change?: { version: number; ways: readonly string[] }
      device?: DeviceProof
    }
  /**
   * Registers a key of this browser, so that its visitor skips the delay. With `skipsDelay: false`, which a site's frame
   * sends, the key proves changes only. The request needs `ownerKey`, which only an unlocked wallet can compute. Keys are
   * raw P-256, for ES256.
   */
  | { kind: 'recognise'; walletId: string; setId: string; ownerKey: string; deviceKey: string; skipsDelay?: false }
  /**
   * Makes the guardian forget. The request needs `ownerKey`, as `recognise` does. Without `setId` the guardian forgets
   * all browsers of the wallet, with `others` all but the one that signed. With the id of a set it also deletes that set
   * with its share and address. `all` deletes every set of the owner, for an account that ends; the guardian accepts it
   * for 30 days.
   */
  | { kind: 'forget'; walletId: string; ownerKey: string; setId?: string; device?: DeviceProof }
  /**
   * Mails a link to the enrolled address. The page behind it asks for the number of the answer, which the secure frame
   * shows. `setId` is the guardian set of the wallet's record, by default the latest. `clientKey`, 16 to 128 characters,
   * is a secret of this client; `verify` and `release` must repeat it.
   */
  | { kind: 'challenge'; walletId: string; setId?: string; email: string; host: string; clientKey: string }
  /**
   * Waits up to 10 s until the owner picks the number. `releaseAt` is null until then. CODE_EXPIRED, CODE_DEAD for a
   * wrong number, CHALLENGE_NOT_FOUND after "This was not me". `device` proves a registered browser by its signature over
   * `recoveryProofText`. The delay is then zero.
   */
  | { kind: 'verify'; challengeId: string; clientKey: string; device?: DeviceProof }
  /** Ends a recovery of this client. */
  | { kind: 'withdraw'; challengeId: string; clientKey: string }
  /** Requests the guardian's share. The guardian refuses this request before the delay has passed. */
  | { kind: 'release'; challengeId: string; clientKey: string }
  /**
   * Lists the recoveries of the owner whose delay runs. With `stop`, ends all of them, and blocks new ones for a day. The
   * request needs `ownerKey`, as `recognise` does.
   */
  | { kind: 'recoveries'; walletId: string; ownerKey: string; stop?: true }
export type GuardianAnswer =
  | { ok: true; kind: 'enrol' }
  | { ok: true; kind: 'recognise' }
  | { ok: true; kind: 'forget' }
  /** `ways` is null for an enrolment of an earlier version. Until `fullUntil`, a recovery by mail has the full delay. */
  | { ok: true; kind: 'ways'; version: number; ways: string[] | null; fullUntil: number }
  | { ok: true; kind: 'challenge'; challengeId: string; number: string; expiresAt: number }
  | { ok: true; kind: 'verify'; releaseAt: number | null }
  | { ok: true; kind: 'withdraw' }
  | { ok: true; kind: 'release'; share: string; setId: string }
  | { ok: true; kind: 'recoveries'; running: RunningRecovery[] }
  | { ok: false; failure: WalletFailure }

/** A recovery that its owner confirmed. `host` is the site that the recovering browser named. */
export type RunningRecovery = { host: string; startedAt: number; releaseAt: number }
/** A signature by the key of a browser that the guardian recognises. */
export type DeviceProof = { publicKey: string; signature: string }
/**
 * The text that a recognised browser signs for a change, because within a day after a recovery by mail alone only browsers
 * that were recognised before may change anything; NEW_BROWSER.
 */
export const ownerProofText = (kind: 'ways' | 'forget', walletId: string, detail: string): string =>
  `AppKit owner ${[kind, walletId, detail].join('|')}`
export const recoveryProofText = (challengeId: string): string => `AppKit recovery ${challengeId}`

// Chains and flows ---------------------------------------------------------------------------------------------------

/**
 * `POST rpc` (proof only, for the project in its claim `projectId`): up to 32 JSON-RPC reads of the operator's node →
 * `{ answers }` in the same order. The server sends them to the node at the same time.
 */
export type RpcNodeRequest = { chainId: string; requests: { method: string; params: unknown }[] }
export type RpcNodeAnswers = { answers: RpcNodeAnswer[] }
export type RpcNodeAnswer = { result: unknown } | { error: { code: number; message: string; data?: string } }

/**
 * `GET price?chainId=&currency=&address=` → `AssetPrice` of a token that a list names, or of the network's coin if there
 * is no `address`. `currency` of the answer is `usd` if no source has the price in the asked one. `price` is null if no
 * source knows it; it is never zero.
 */
export type AssetPrice = { currency: string; price: number | null }
/**
 * `GET tokens?chainId=` (proof only, for the project in its claim `projectId`) → `TokenList`: the tokens that the
 * operator's lists name on this network, in the format of Uniswap token lists. `chainId` of a token is 101 on Solana,
 * 102 on its testnet and 103 on its devnet. `logoURI` is a path of this host, where the server serves the redrawn icon.
 * CHAIN_NOT_SUPPORTED.
 */
export type TokenList = {
  name: string
  timestamp: string
  version: { major: number; minor: number; patch: number }
  tokens: ListedToken[]
}
export type ListedToken = {
  chainId: number
  address: string
  name: string
  symbol: string
  decimals: number
  logoURI?: string
}

/**
 * A flow carries a request to a wallet window, and the window's result back, without an `opener` (SECURITY-MODEL.md
 * 3.9). The key of both texts is in the window's URL after `#` and never reaches the server. `POST flows` (session, or
 * during a login only the client key) `{ flowId, request }` → `{ expiresAt }`, 5 minutes. `GET flows/{id}` → `{
 * request, host }` with the host of the requesting session, if there is one. `POST flows/{id}/result` `{ result,
 * requestIv? }` works once, and only while the request has that `iv`. For these two requests the id is the only proof.
 * `POST flows/{id}/request` (the session that started it) `{ request }` replaces the request until there is a result.
 * `GET flows/{id}/result` (its owner) waits up to 25 s → `{ result: SealedText | null }`.
 */
export type FlowRequest = { flowId: string; request: SealedText }
export type FlowAnswer = { flowId: string; requestIv?: string | undefined; result: SealedText }
/**
 * `GET flows/{id}/asker` (session) → the session that created the flow, if it has the same user; otherwise
 * FLOW_NOT_FOUND. A wallet window that reveals a secret needs to know this session. `ownBrowser` is the name of the
 * window's own browser, written as `browser` is.
 */
export type FlowAsker = { host: string; browser: string; ownBrowser: string }

// Joining ------------------------------------------------------------------------------------------------------------

/**
 * A new browser asks the account's other browsers for the wallet, and the visitor picks its number in a wallet window.
 * `POST joins` (unconfirmed session) `{ publicKey }` of the new browser's worker → `JoinAnswer`, 10 minutes; LOGIN_FROZEN
 * for a day after a refusal. `GET joins/{id}` (the same session) waits up to 25 s → `JoinState`; CODE_DEAD after a wrong
 * number, CHALLENGE_NOT_FOUND. `GET joins` (confirmed session, window) waits up to 25 s → `{ join: Join | null }`. `POST
 * joins/{id}/number` (confirmed session, window) `{ number }` is the only try; CODE_DEAD. `POST joins/{id}/handover` (the
 * session that picked the number) `{ handover }`. `DELETE joins/{id}` (confirmed session, window) refuses the browser and
 * ends its session.
 */
export type JoinAnswer = { joinId: string; number: string }
/** A vault key that one worker of the wallet's origin sealed for another worker. */
export type Handover = { publicKey: string; sealed: SealedText }
export type JoinState = { handover: Handover | null }
/** `host` and `browser` name the session of the new browser, and `at` says when it asked. */
export type Join = { joinId: string; publicKey: string; numbers: string[]; at: number; host: string; browser: string }
