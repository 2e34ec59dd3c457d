import { type IWalletKit, WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'

type KitCore = Parameters<typeof WalletKit.init>[0]['core']

type KitOptions = {
  relayUrl: string
  projectId: string
  metadata: { name: string; description: string; url: string; icons: string[] }
  /** Replaces IndexedDB in tests that run in Node. */
  storage?: NonNullable<ConstructorParameters<typeof Core>[0]>['storage']
}

/** Starts Reown's WalletKit, which real wallets use, without its requests to hosts other than the relay. */
export async function openWalletKit({ relayUrl, projectId, metadata, storage }: KitOptions): Promise<IWalletKit> {
  const core = new Core({
    relayUrl,
    projectId,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: 'phone',
    ...(storage && { storage }),
  })
  // WalletKit would ask verify.walletconnect.org about the site and delay a proposal by up to five seconds.
  core.verify.resolve = async () => undefined as never
  // WalletKit would post to pulse.walletconnect.org at each start, even if `telemetryEnabled` is false.
  core.eventClient.init = async () => {}
  // WalletKit's queue would wait one second between two requests.
  // The cast is needed because WalletKit's types disagree about optional fields.
  const kit = await WalletKit.init({
    core: core as unknown as KitCore,
    metadata,
    signConfig: { disableRequestQueue: true },
  })
  ignoreRepeatedEnds(kit)
  return kit
}

type SessionEngine = { onSessionDeleteRequest(topic: string, payload: unknown): Promise<void> }

/** A relay may deliver the end of a session twice. For the second one sign-client rejects a promise that no code awaits. */
const ignoreRepeatedEnds = (kit: IWalletKit): void => {
  const { engine, session } = kit.engine.signClient
  const sessionEngine = engine as unknown as SessionEngine
  const { onSessionDeleteRequest } = sessionEngine
  sessionEngine.onSessionDeleteRequest = async (topic, payload) => {
    if (session.keys.includes(topic)) await onSessionDeleteRequest(topic, payload)
  }
}
