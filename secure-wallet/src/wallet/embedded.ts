import type { EmbeddedUser, SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { withErrorText } from '../languages/errorText.ts'
import { createWalletEntrance } from '../login/entrance.ts'
import type { Session } from '../session/session.ts'
import { createWalletAccess } from '../unlock/access.ts'
import type { WalletKeys } from '../unlock/keys.ts'
import { createPasskeyApprovals } from '../unlock/passkeyApprovals.ts'
import { isUnfinished } from '../unlock/unfinished.ts'
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
      // The server takes such requests only from a wallet window.
      if (options.window) void guardianForget.deliver()
      // If another panel of the wallet is open, that panel shows the deletion notice itself.
      if (!isPart) await run(settings.announceDeletion)
    },
  })
  const settings = createWalletSettings(
    { ...options, credentials: parts.credentials },
    { ...parts, unlock: () => access.unlock(true), signOutEverywhere: (proof) => signOut.everywhere(proof) },
  )
  const hasGuardian = bootstrap.custody === 'assisted' && bootstrap.guardianKey !== undefined
  const enter = createWalletEntrance({
    ...{ session, sets, custody, surface, recovery, settings, fresh, announce, hasGuardian, name, scope, storage },
    withLock,
  })
  const signOut = createSignOut({
    ...{ session, guardian, access, revocations, connect: parts.connectWith, store: storage.store, scope, leave },
  })

  const connectEmail = async (email: string): Promise<Awaited<ReturnType<SecureApi['connectEmail']>>> => {
    if (!bootstrap.email) throw new AppError(commonErrors.LOGIN_NOT_AVAILABLE)
    const facts = await session.restore().catch(() => null)
    // While the site is disconnected, every address gets a code. So the modal's frame can neither connect the site nor
    // find out the address of the session.
    if (!connection.isLeft() && facts?.email.toLowerCase() === email.toLowerCase()) {
      start(enter)
      return { action: 'CONNECT' }
    }
    await revocations.deliver()
    return new Promise((resolve, reject) => {
      start(async (signal) => {
        const login = await emailLogin
          .begin(email, signal, () => resolve({ action: 'SOLVE_WORK' }))
          .catch((thrown) => {
            reject(withErrorText(thrown))
            throw thrown
          })
        resolve({ action: 'VERIFY_OTP' })
        const end = await emailLogin.run(email, login, signal)
        if (end === 'otherEmail') return
        await access.lock()
        await session.begin(end.signedIn)
        await connection.settle()
        await enter(signal)
      })
    })
  }

  /**
   * Ends the connection of this site and nothing else: the session and the device key stay. Without storage for the
   * entry, the next document would connect the site by itself, so then the session ends too.
   */
  const disconnect = async (): Promise<void> => {
    const stored = connection.leave()
    leave()
    await Promise.all([stored, access.lock()])
    if (storage.hasFailed()) await signOut.here()
    announce()
  }
  const offerReturn = async (): Promise<boolean> => {
    await connection.read()
    const facts = connection.isLeft() ? await session.restore() : null
    if (!facts?.wallet || isUnfinished(facts.wallet)) return false
    const { guardPress } = options
    start(async (signal) =>
      (await import('../login/returning.ts')).offerReturn(
        { ...parts, surface, storage, guardPress, announce, signOut: signOut.here },
        signal,
      ),
    )
    return true
  }

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
      disconnect,
      offerReturn,
      heartbeat: createHeartbeat(session, access, async () => {
        const wasLeft = connection.isLeft()
        await connection.read()
        if (connection.isLeft() === wasLeft) return
        await access.lock()
        announce()
      }),
    } satisfies Served,
  }
}

export type EmbeddedWallet = ReturnType<typeof createEmbeddedWallet>

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
