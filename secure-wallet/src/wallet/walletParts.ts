import { createEmailLogin } from '../login/emailLogin.ts'
import { createFreshLoginRetry } from '../login/freshLogin.ts'
import { createSiteTokens, noSiteTokens } from '../login/siteTokens.ts'
import { type ClientKey, findClientKey } from '../session/clientKey.ts'
import { createConfirmedAsk } from '../session/confirmedAsk.ts'
import { createPendingSignOut } from '../session/revocations.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { createSession } from '../session/session.ts'
import { createSiteConnection } from '../session/siteConnection.ts'
import { createGuardianForgetRequests } from '../unlock/guardianForget.ts'
import { createPasskeyCheck } from '../unlock/passkeyCheck.ts'
import { createGuardianRecovery } from '../unlock/recovery/guardianRecovery.ts'
import { createRecovery } from '../unlock/recovery/recovery.ts'
import { createOfferReceiver } from '../unlock/recovery/takeOffer.ts'
import { createWindowRecovery } from '../unlock/recovery/windowRecovery.ts'
import { createShareSets } from '../unlock/shareSets.ts'
import { verifiedCredentials } from '../unlock/verifiedCredentials.ts'
import { createCodeWindows } from '../windows/flows/codeRequest.ts'
import type { EmbeddedWalletOptions } from './embeddedOptions.ts'

/** Creates the parts that `createEmbeddedWallet` composes: session, share sets, logins and recovery. */
export const createWalletParts = (options: EmbeddedWalletOptions, ended: () => void) => {
  const { bootstrap, host, topOrigin, origin, name, storage, custody, surface, connect, deviceType } = options
  const { window, openWindow, withLock, locale, solveWork, solveCaptcha } = options
  const { store } = storage
  const { projectId, guardianKey } = bootstrap
  const site = { projectId, host }
  const scope = `${projectId} ${host}`
  const credentials = options.credentials && verifiedCredentials(options.credentials, { rpId: name, origin, topOrigin })
  const hasNoStorage = (): boolean => storage.kind() === 'none'
  const server = connect(() => findClientKey(store, scope))
  const connectWith = (key: ClientKey): ServerClient => connect(async () => key)

  const connection = createSiteConnection(store, scope)
  const revocations = createPendingSignOut({ store, scope, connect: connectWith })
  const plain = createSession({ server, store, scope, withLock, ended })
  const session = { ...plain, ask: createConfirmedAsk(plain, () => sets.confirmBrowser()) }
  const device = { deviceType, guardianKey, locale, hasNoStorage, withLock }
  const sets = createShareSets({ session, custody, store, scope, ...device })
  const guardianForget = createGuardianForgetRequests({ session, sets, custody, store, scope })
  const prepareWindow = window ? null : createCodeWindows({ ask: server, openWindow })
  const siteTokens = host === origin ? noSiteTokens : createSiteTokens({ server, site })
  const emailLogin = createEmailLogin({
    ...{ server, surface, site, locale, siteTokens, solveWork, solveCaptcha, prepareWindow },
  })
  const fresh = createFreshLoginRetry({ session, emailLogin, sets })
  const guardian = createGuardianRecovery({ sets, store, scope, surface, site, hasNoStorage })
  const isWindow = deviceType === 'vault'
  const askWindow = isWindow ? null : createWindowRecovery({ session, custody, surface, host, name, openWindow })
  const takeOffer = window ? createOfferReceiver({ session, custody, offer: window.offer }) : null
  const recovery = createRecovery({
    ...{
      session,
      sets,
      custody,
      guardian,
      askWindow,
      takeOffer,
      surface,
      storage,
      host,
      rpId: name,
      credentials,
      fresh,
    },
  })
  const passkey = createPasskeyCheck({ session, sets, credentials, rpId: name })
  return {
    ...{ scope, credentials, server, connectWith, connection, revocations, session, sets, guardianForget },
    ...{ emailLogin, fresh, guardian, recovery, passkey },
  }
}
