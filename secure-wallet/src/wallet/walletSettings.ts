import { createNodeClient } from '../session/node.ts'
import type { ServerClient } from '../session/serverClient.ts'
import type { Session } from '../session/session.ts'
import { createDeletionNotice } from '../settings/deletionNotice.ts'
import { createSeedExport } from '../settings/exportWords.ts'
import { createRecoveryAlarm } from '../settings/recoveryAlarm.ts'
import { createSettings, type SettingsDocument } from '../settings/settings.ts'
import { createWindowOffer } from '../settings/windowOffer.ts'
import type { GuardianForgetRequests } from '../unlock/guardianForget.ts'
import type { PasskeyCheck } from '../unlock/passkeyCheck.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import type { EmbeddedWalletOptions } from './embeddedOptions.ts'

type Parts = {
  server: ServerClient
  session: Session
  sets: ShareSets
  guardianForget: GuardianForgetRequests
  scope: string
  passkey: PasskeyCheck
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  unlock(): Promise<void>
  signOutEverywhere(proof: string | undefined): Promise<void>
  removeHere(): Promise<void>
}

/**
 * Creates the settings. The secure frame's settings can offer the wallet to a wallet window. Only a wallet window
 * takes something away and exports the seed phrase.
 */
export const createWalletSettings = (options: EmbeddedWalletOptions, parts: Parts) => {
  const { bootstrap, host, topOrigin, storage, custody, surface, name, origin } = options
  const { credentials, openWindow, window } = options
  const { server, session, sets, guardianForget, scope, passkey, fresh, unlock } = parts
  const { signOutEverywhere, removeHere } = parts
  const isOpen = (): Promise<boolean> => guardianForget.isOpen()
  const own: SettingsDocument = window
    ? {
        kind: 'window',
        guardPress: window.guardPress,
        openedBy: (walletId) => {
          const request = window.offer()?.request
          return request?.walletId === walletId ? request.sessionId : undefined
        },
        exportWords: createSeedExport({
          ...{ session, custody, surface, fresh, unlock, passkey, showPhrase: window.showPhrase },
        }),
        deletion: { passkey, node: createNodeClient(server), networks: bootstrap.networks },
        limits: { networks: bootstrap.networks, server },
        alarm: createRecoveryAlarm({ session, sets, custody }),
      }
    : {
        kind: 'frame',
        offerToWindow: createWindowOffer({ session, custody, surface, name, origin, isOpen, openWindow }),
      }
  const settings = createSettings({
    session,
    sets,
    guardianForget,
    surface,
    custody,
    store: storage.store,
    scope,
    name,
    credentials,
    passkey,
    fresh,
    unlock,
    openWindow: (path, fragment) => void openWindow(path, fragment),
    // No ancestor is a host, so the two differ only around a host page in a frame.
    isHostFramed: topOrigin !== host,
    document: own,
    signOutEverywhere,
    removeHere,
  })
  return { ...settings, announceDeletion: createDeletionNotice({ session, surface }) }
}
