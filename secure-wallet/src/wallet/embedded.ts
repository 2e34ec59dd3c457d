import type { EmbeddedUser, SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { createWalletEntrance } from '../login/entrance.ts'
import type { Session } from '../session/session.ts'
import { createWalletAccess } from '../unlock/access.ts'
import type { GuardianForgetRequests } from '../unlock/guardianForget.ts'
import type { WalletKeys } from '../unlock/keys.ts'
import { createPasskeyApprovals } from '../unlock/passkeyApprovals.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { createEmailConnection } from './connectEmail.ts'
import { createPasskeyConnection } from './connectPasskey.ts'
import { createDisconnection } from './disconnect.ts'
import type { EmbeddedWalletOptions } from './embeddedOptions.ts'
import { createPanelTasks } from './panelTasks.ts'
import { createSignOut } from './signOut.ts'
import { createActiveNetworks, toEmbeddedUser } from './user.ts'
import { createWalletParts } from './walletParts.ts'
import { createWalletSettings } from './walletSettings.ts'

type Served = {
  [Name in Exclude<keyof SecureApi, 'look' | 'rpcRequest' | 'rpcAbort'>]: (
    ...args: Parameters<SecureApi[Name]>
  ) => ReturnType<SecureApi[Name]> | Promise<ReturnType<SecureApi[Name]>>
}

/** The embedded wallet. It uses no browser API itself: storage, network, worker and authenticator are options. */
export const createEmbeddedWallet = (options: EmbeddedWalletOptions) => {
  const { bootstrap, name, storage, custody, surface, withLock } = options
  const { run, runWithin, start, leave } = createPanelTasks(surface)
  const parts = createWalletParts(options, () => {
    // Lock the wallet but keep the device share set, because anyone with the mailbox may have ended this session.
    void access.lock()
    leave()
    announce()
  })
  const { scope, session, connection, sets, guardianForget, recovery, revocations, emailLogin, fresh, guardian } = parts
  const networks = createActiveNetworks(bootstrap, storage.store, scope)
  const user = (): EmbeddedUser => toEmbeddedUser(connection.isLeft() ? null : session.facts(), networks.current())
  const announce = (): void => options.reportUser(user())

  const access = createWalletAccess({
    session,
    connection,
    custody,
    sets,
    confirmReturn: (isPart) =>
      (isPart ? runWithin : run)(async (signal) =>
        (await import('../login/returning.ts')).confirmReturn({ ...parts, surface, host: options.host }, signal),
      ),
    recover: (isPart) => (isPart ? runWithin : run)(recovery.run),
    opened: async (isPart) => {
      tellGuardian(sets, options.window ? guardianForget : null)
      // If another panel of the wallet is open, that panel shows the deletion notice itself.
      if (!isPart) await run(settings.announceDeletion)
    },
  })
  const settings = createWalletSettings(
    { ...options, credentials: parts.credentials },
    {
      ...parts,
      unlock: () => access.unlock(true),
      signOutEverywhere: (proof) => signOut.everywhere(proof),
      removeHere: () => signOut.removed(),
    },
  )
  const hasGuardian = bootstrap.custody === 'assisted' && bootstrap.guardianKey !== undefined
  const enter = createWalletEntrance({
    ...{ session, sets, custody, surface, recovery, settings, fresh, announce, hasGuardian, name, scope, storage },
    findPasskeyDevice: options.findPasskeyDevice,
    withLock,
  })
  const signOut = createSignOut({
    ...{ session, sets, guardian, access, revocations, connect: parts.connectWith, store: storage.store, scope, leave },
  })

  const connectEmail = createEmailConnection({
    ...{ isOffered: bootstrap.email, session, connection, revocations, emailLogin, access, start, enter },
  })
  const connectPasskey = createPasskeyConnection({
    ...{ isOffered: bootstrap.email, name, surface, session, sets, connection, revocations, access, start, enter },
    ...{ server: parts.server, credentials: parts.credentials, locale: options.locale },
    site: { projectId: bootstrap.projectId, host: options.host },
  })
  const leaving = createDisconnection({
    ...{ options, parts, access, start, leave, announce, signOut: signOut.here },
  })

  return {
    keys: access satisfies WalletKeys,
    passkeyApprovals: createPasskeyApprovals({
      ...{ keys: access, sets, credentials: parts.credentials, rpId: name, topOrigin: options.topOrigin },
    }),
    custody,
    session,
    signOut: signOut.here,
    networks,
    lock: (): Promise<void> => access.lock(),
    start: async (): Promise<void> => {
      await Promise.all([networks.restore(), connection.read()])
      void revocations.deliver()
    },
    api: {
      capabilities: () => ({ email: bootstrap.email, social: false }),
      connectEmail,
      connectPasskey,
      isConnected: async () => {
        await Promise.all([session.restore(), connection.read()])
        await settings.applyIdle()
        return user()
      },
      switchNetwork: async (id) => {
        await networks.choose(id)
        return user()
      },
      openSettings: () => {
        if (connection.isLeft() || !session.facts()) throw new AppError(walletErrors.SESSION_REVOKED)
        start(settings.run)
      },
      leave,
      disconnect: leaving.disconnect,
      offerReturn: leaving.offerReturn,
      heartbeat: createHeartbeat(session, access, leaving.follow),
    } satisfies Served,
  }
}

export type EmbeddedWallet = ReturnType<typeof createEmbeddedWallet>

/**
 * Tells the guardian what it does not know yet. If that fails, the next unlock tries again. The server takes requests to
 * forget something only from a wallet window.
 */
const tellGuardian = ({ guardian }: ShareSets, forget: Pick<GuardianForgetRequests, 'deliver'> | null): void => {
  void forget?.deliver()
  void guardian.ways.settle().catch((thrown) => {
    if (!(thrown instanceof AppError)) throw thrown
  })
}

/**
 * Within this time and one heartbeat, an unlocked wallet notices that the server has ended its session
 * (SECURITY-MODEL.md 5.4).
 */
const sessionCheckMs = 45_000

/**
 * The modal's frame calls the returned function with each heartbeat. The function reads the storage and asks the
 * server, to notice that another tab or the server has ended the session.
 */
const createHeartbeat = (session: Session, keys: Pick<WalletKeys, 'status'>, followSite: () => Promise<void>) => {
  let checkedAt = 0
  return (): void => {
    if (session.facts()) session.restore().catch(() => undefined)
    void followSite()
    if (keys.status() !== 'ready' || Date.now() - checkedAt < sessionCheckMs) return
    checkedAt = Date.now()
    session.ask({ method: 'GET', path: 'session' }).catch(() => undefined)
  }
}
