import type { EmbeddedUser, SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { withErrorText } from '../languages/errorText.ts'
import { createEmailLogin } from '../login/emailLogin.ts'
import { createEntrance } from '../login/entrance.ts'
import { createFreshLogin } from '../login/freshLogin.ts'
import { type ClientKey, findClientKey } from '../session/clientKey.ts'
import { createRevocations } from '../session/revocations.ts'
import type { ServerLine } from '../session/serverLine.ts'
import { createSession } from '../session/session.ts'
import { createAccess } from '../unlock/access.ts'
import { createGuardianForget } from '../unlock/guardianForget.ts'
import type { Keys } from '../unlock/keys.ts'
import { createPasskeyCheck } from '../unlock/passkeyCheck.ts'
import { createGuardianRecovery } from '../unlock/recovery/guardianRecovery.ts'
import { createRecovery } from '../unlock/recovery/recovery.ts'
import { createOfferTaking } from '../unlock/recovery/takeOffer.ts'
import { createWindowRecovery } from '../unlock/recovery/windowRecovery.ts'
import { createShareSets } from '../unlock/shareSets.ts'
import { verifiedCredentials } from '../unlock/verifiedCredentials.ts'
import { createAttempts } from './attempts.ts'
import type { EmbeddedOptions } from './embeddedOptions.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createSignOut } from './signOut.ts'
import { createActiveNetworks, toUser } from './user.ts'
import { createWalletSettings } from './walletSettings.ts'

/** The wallet as the modal reaches it: who is signed in, and each panel that this frame draws by itself. */
export const createEmbedded = (options: EmbeddedOptions) => {
  const { bootstrap, host, origin, name, storage, custody, surface, connect, tell, deviceType, offer } = options
  const credentials = options.credentials && verifiedCredentials(options.credentials, { rpId: name, origin, host })
  const { store } = storage
  const { projectId, guardianKey } = bootstrap
  const site = { projectId, host }
  const scope = `${projectId} ${host}`
  const line = connect(() => findClientKey(store, scope))
  const networks = createActiveNetworks(bootstrap, store, scope)
  const connectBy = (key: ClientKey): ServerLine => connect(async () => key)
  const revocations = createRevocations({ store, scope, connect: connectBy })
  const hasNoStorage = (): boolean => storage.kind() === 'none'
  const user = (): EmbeddedUser => toUser(session.facts(), networks.current())
  const announce = (): void => tell(user())

  const session = createSession({
    line,
    store,
    scope,
    withLock: options.withLock,
    // What opens the wallet here stays for the next login: anyone who reads the mailbox may have ended this session.
    ended: () => {
      void access.lock()
      leave()
      announce()
    },
  })
  const sets = createShareSets({
    session,
    custody,
    store,
    scope,
    deviceType,
    label: options.label,
    guardianKey,
    locale: options.locale,
    hasNoStorage,
    withLock: options.withLock,
  })
  const guardianForget = createGuardianForget({ session, sets, custody, store, scope })
  const hasGuardian = bootstrap.custody === 'assisted' && guardianKey !== undefined
  const emailLogin = createEmailLogin({ line, surface, site, locale: options.locale })

  const { run, runWithin, start, leave } = createAttempts(surface)
  const fresh = createFreshLogin({ session, emailLogin })
  const guardian = createGuardianRecovery({
    sets,
    store,
    scope,
    surface,
    site,
    hasNoStorage,
  })
  const askWindow =
    deviceType === 'vault'
      ? null
      : createWindowRecovery({ session, custody, surface, host, name, openWindow: options.openWindow })
  const takeOffer = offer ? createOfferTaking({ session, custody, offer }) : null
  const recovery = createRecovery({
    session,
    sets,
    guardian,
    askWindow,
    takeOffer,
    surface,
    storage,
    host,
    rpId: name,
    credentials,
    fresh,
  })
  const access = createAccess({
    session,
    custody,
    sets,
    recover: (isPart) => (isPart ? runWithin : run)(recovery.run),
    opened: async (isPart) => {
      void guardianForget.deliver()
      // Who is in their own panels has seen it, or will.
      if (!isPart) await run(settings.sayDeletion)
    },
  })
  const passkey = createPasskeyCheck({ session, sets, credentials, rpId: name })
  const settings = createWalletSettings(
    { ...options, credentials },
    {
      line,
      session,
      sets,
      guardianForget,
      scope,
      passkey,
      fresh,
      unlock: () => access.unlock(true),
      signOutEverywhere: (proof) => signOut(true, proof),
    },
  )

  const enter = createEntrance({
    session,
    sets,
    custody,
    surface,
    recovery,
    settings,
    fresh,
    announce,
    hasGuardian,
    name,
    scope,
    storage,
    withLock: options.withLock,
  })

  const signOut = createSignOut({
    session,
    sets,
    guardian,
    access,
    revocations,
    connect: connectBy,
    store,
    scope,
    leave,
  })

  return {
    keys: access satisfies Keys,
    passkey,
    custody,
    session,
    networks,
    lock: (): Promise<void> => access.lock(),
    start: async (): Promise<void> => {
      await networks.restore()
      void revocations.deliver()
    },
    api: {
      capabilities: () => ({ email: bootstrap.email, social: false }),
      connectEmail: async (email) => {
        if (!bootstrap.email) throw new AppError(commonErrors.LOGIN_NOT_AVAILABLE)
        const facts = await session.restore().catch(() => null)
        if (facts?.email.toLowerCase() === email.toLowerCase()) {
          start(enter)
          return { action: 'CONNECT' }
        }
        if (facts) await signOut(false)
        await revocations.deliver()
        const login = await emailLogin.begin(email).catch((thrown) => {
          throw withErrorText(thrown)
        })
        start(async (signal) => {
          const end = await emailLogin.run(email, login, signal)
          if (end === 'otherEmail') return
          await session.begin(end.signedIn)
          await enter(signal)
        })
        return { action: login.state === 'VERIFY_OTP' ? 'VERIFY_OTP' : 'VERIFY_DEVICE' }
      },
      isConnected: async () => {
        await session.restore()
        await settings.applyIdle()
        return user()
      },
      switchNetwork: async (id) => {
        await networks.choose(id)
        return user()
      },
      openSettings: () => {
        if (!session.facts()) throw new AppError(walletErrors.SESSION_REVOKED)
        start(settings.run)
      },
      leave,
      signOut: () => signOut(false),
      heartbeat: createHeartbeat(session, access),
    } satisfies Served,
  }
}

export type Embedded = ReturnType<typeof createEmbedded>

type Own =
  | 'capabilities'
  | 'connectEmail'
  | 'isConnected'
  | 'switchNetwork'
  | 'openSettings'
  | 'leave'
  | 'signOut'
  | 'heartbeat'
type Served = {
  [Name in Own]: (
    ...args: Parameters<SecureApi[Name]>
  ) => ReturnType<SecureApi[Name]> | Promise<ReturnType<SecureApi[Name]>>
}
