import type { WalletConnectSettings } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { SignClient } from '@walletconnect/sign-client'
import { fixEngine } from './engineFixes.ts'
import { type ClientStorage, openClientStorage } from './storage.ts'

export type SignClientInstance = Awaited<ReturnType<typeof SignClient.init>>

export type SignClientOptions = {
  settings: WalletConnectSettings
  projectName: string
  /** Origin of the host page, as the handshake attested it. */
  hostOrigin: string
}

/** sign-client on IndexedDB, without its calls to foreign servers. */
export const openSignClient = async ({ settings, projectName, hostOrigin }: SignClientOptions) => {
  // Browsers give all subdomains of a site one storage here, but a session is the wallet's consent to one origin.
  const storagePrefix = `appkit ${hostOrigin}`
  const storage: ClientStorage = openClientStorage(storagePrefix)
  const client = await SignClient.init({
    relayUrl: settings.relayUrl,
    projectId: settings.projectId,
    // sign-client warns about any origin but this frame's. The host page's origin replaces it below.
    metadata: { name: projectName, description: '', url: globalThis.location?.origin ?? hostOrigin, icons: [] },
    customStoragePrefix: storagePrefix,
    storage,
    telemetryEnabled: false,
    logger: 'silent',
  })
  // sign-client asks verify.walletconnect.org about each connection and request, and waits up to five seconds for it.
  client.core.verify.register = async () => ''
  // sign-client sends method, chain and transaction hash of each message to the relay in the clear.
  Object.assign(client.engine, { getTVFParams: () => ({}) })
  fixEngine(client)
  // Wallets show this address to the visitor.
  client.metadata.url = hostOrigin
  return { client, storage, forgetCore: () => forgetCore(storagePrefix) }
}

/** sign-client keeps each core on `globalThis` and would give it, with all its state, to the next client. */
const forgetCore = (storagePrefix: string): void => {
  for (const suffix of ['', '_count'])
    Reflect.deleteProperty(globalThis, `_walletConnectCore_${storagePrefix}${suffix}`)
}
