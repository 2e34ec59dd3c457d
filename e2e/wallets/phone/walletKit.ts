import { type IWalletKit, WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'

type KitCore = Parameters<typeof WalletKit.init>[0]['core']

type KitOptions = {
  relayUrl: string
  projectId: string
  metadata: { name: string; description: string; url: string; icons: string[] }
  /** In node, where there is no database of a browser. */
  storage?: NonNullable<ConstructorParameters<typeof Core>[0]>['storage']
}

/** The kit that real wallets are made with, kept from calling anybody but the relay. */
export async function openWalletKit({ relayUrl, projectId, metadata, storage }: KitOptions): Promise<IWalletKit> {
  const core = new Core({
    relayUrl,
    projectId,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: 'phone',
    ...(storage && { storage }),
  })
  // Asks verify.walletconnect.org who the site is, for up to five seconds before a proposal is shown.
  core.verify.resolve = async () => undefined as never
  // Posts to pulse.walletconnect.org at each start, whatever `telemetryEnabled` says.
  core.eventClient.init = async () => {}
  // The queue lets a second pass between two requests.
  // Its own types differ in what may be undefined.
  return WalletKit.init({ core: core as unknown as KitCore, metadata, signConfig: { disableRequestQueue: true } })
}
