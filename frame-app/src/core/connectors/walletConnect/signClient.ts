import type { SiteMetadata } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { WalletConnectSettings } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { SignClient } from '@walletconnect/sign-client'
import { fixSignClientEngine } from './engineFixes.ts'
import { type ClientStorage, openClientStorage } from './storage.ts'

export type SignClientInstance = Awaited<ReturnType<typeof SignClient.init>>

export type SignClientOptions = {
  settings: WalletConnectSettings
  projectName: string
  /** The page's own metadata of its site. Its URL is of the page's origin. */
  metadata?: SiteMetadata | undefined
  /** Origin of the host page, as the handshake attested it. */
  hostOrigin: string
}

/** Opens sign-client with our IndexedDB storage, and turns off the calls of sign-client to foreign servers. */
export const openSignClient = async ({ settings, projectName, metadata = {}, hostOrigin }: SignClientOptions) => {
  // All subdomains of a host site share this frame's storage, but a WalletConnect session is the wallet's consent to
  // one origin.
  const storagePrefix = `appkit ${hostOrigin}`
  const storage: ClientStorage = openClientStorage(storagePrefix)
  const client = await SignClient.init({
    relayUrl: settings.relayUrl,
    projectId: settings.projectId,
    // sign-client logs a warning if this URL is not the frame's origin. After this call, the host page's origin
    // replaces the URL.
    metadata: {
      name: metadata.name ?? projectName,
      description: metadata.description ?? settings.description ?? '',
      url: globalThis.location?.origin ?? hostOrigin,
      icons: metadata.icons ?? (settings.icon ? [settings.icon] : []),
    },
    customStoragePrefix: storagePrefix,
    storage,
    telemetryEnabled: false,
    logger: 'silent',
  })
  // By default sign-client asks verify.walletconnect.org about each connection and request, and waits up to five
  // seconds for an answer.
  client.core.verify.register = async () => ''
  // By default sign-client sends the relay the method, chain and transaction hash of each message unencrypted.
  Object.assign(client.engine, { getTVFParams: () => ({}) })
  fixSignClientEngine(client)
  // Wallets show this URL to the visitor as the site that connects.
  client.metadata.url = metadata.url ?? hostOrigin
  return { client, storage, forgetCore: () => forgetCore(storagePrefix) }
}

/** sign-client keeps its core, with all state, on `globalThis` and would reuse it for the next client. */
const forgetCore = (storagePrefix: string): void => {
  for (const suffix of ['', '_count'])
    Reflect.deleteProperty(globalThis, `_walletConnectCore_${storagePrefix}${suffix}`)
}
