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

/** The wallet kit that real wallets use, restricted to requests to the relay. */
export async function openWalletKit({ relayUrl, projectId, metadata, storage }: KitOptions): Promise<IWalletKit> {
  const core = new Core({
    relayUrl,
    projectId,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: 'phone',
    ...(storage && { storage }),
  })
  // The wallet kit would ask verify.walletconnect.org about the site and delay a proposal by up to five seconds.
  core.verify.resolve = async () => undefined as never
  // The wallet kit would post to pulse.walletconnect.org at each start, even if `telemetryEnabled` is false.
  core.eventClient.init = async () => {}
  // The wallet kit's queue would wait one second between two requests.
  // The cast is needed because the wallet kit's types disagree about optional fields.
  return WalletKit.init({ core: core as unknown as KitCore, metadata, signConfig: { disableRequestQueue: true } })
}
