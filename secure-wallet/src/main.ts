import type { SecureEvents, SecureRpcRequest } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError, fromWireError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { readNonce, shakeHands } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import { type ApiCaller, createApiCaller, serveApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { strictLimits } from '@appkit-frame/loader/protocol/wire/strictLimits.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { findHostPage } from './frame/ancestors.ts'
import { createSecureApi } from './frame/api.ts'
import { attestHost } from './frame/attest.ts'
import { readBootstrap } from './frame/bootstrap.ts'
import { createLook } from './frame/look.ts'
import { showRefusal } from './frame/refusal.ts'
import { startLoading } from './requests/methods/lazyMethods.ts'
import type { SiteRequests } from './requests/openRequests.ts'
import { createCardSurface } from './ui/cardSurface.ts'
import { openEmbeddedWallet } from './wallet/openEmbedded.ts'
import './ui/controls.css'

/**
 * If the host page zooms this frame, or the visitor zooms, `devicePixelRatio` changes. From then on the visitor
 * approves requests in a wallet window.
 */
const scale = devicePixelRatio

const start = async (): Promise<void> => {
  const bootstrap = readBootstrap(document)
  const page = findHostPage(window, bootstrap)
  const host = page.origin
  await attestHost(window, host)
  let call: ApiCaller<SecureEvents> | undefined
  let leave = (): void => undefined
  const surface = createCardSurface({
    container: document.body,
    name: location.host,
    panel: async (panel) => call?.('panel', [panel]),
    leave: () => leave(),
  })
  // The code that answers a site's requests loads with the first request, because most visitors make none.
  let opened: Promise<SiteRequests> | undefined
  const abort = (reason?: AppError): void => void opened?.then((made) => made.abort(reason)).catch(() => undefined)
  // Open the wallet before the handshake, because the modal's frame may call right after the handshake.
  const { wallet, server, store } = await openEmbeddedWallet({
    bootstrap,
    host,
    topOrigin: page.topOrigin,
    surface,
    documentKind: 'frame',
    reportUser: (user) => {
      // The session may have ended on the server or in another tab. The visitor has rejected nothing, so the open
      // requests end with SESSION_REVOKED.
      if (!user.isConnected) abort(new AppError(walletErrors.SESSION_REVOKED))
      void call?.('user', [user]).catch(() => undefined)
    },
  })
  leave = wallet.api.leave
  const requests = (): Promise<SiteRequests> => {
    opened ??= import('./requests/openRequests.ts')
      .then(({ createSiteRequests }) =>
        createSiteRequests({
          bootstrap,
          page,
          keys: wallet.keys,
          passkey: wallet.passkeyApprovals,
          surface,
          server,
          ask: wallet.session.ask,
          store,
          scale,
        }),
      )
      .catch((cause) => {
        // The browser could not load the code that answers requests. The next request tries again.
        opened = undefined
        throw cause
      })
    return opened
  }
  const { look, afterLanguageLoads } = createLook(document.documentElement, surface.redraw)
  const answerRequest = afterLanguageLoads(async (request: SecureRpcRequest) => (await requests()).request(request))
  const api = createSecureApi({
    ...wallet.api,
    look,
    connectEmail: afterLanguageLoads(wallet.api.connectEmail),
    connectPasskey: afterLanguageLoads(wallet.api.connectPasskey),
    openSettings: afterLanguageLoads(wallet.api.openSettings),
    rpcRequest: (request) => {
      startLoading(request.method)
      return answerRequest(request)
    },
    // In the order in which they came: an abort may not overtake its request.
    rpcAbort: afterLanguageLoads(() => abort()),
    leave: afterLanguageLoads(wallet.api.leave),
    offerReturn: afterLanguageLoads(wallet.api.offerReturn),
    disconnect: () => {
      abort()
      return wallet.api.disconnect()
    },
  })
  const { port } = await shakeHands(window, {
    allows: (origin) => origin === bootstrap.frameOrigin,
    nonce: readNonce(location.hash),
  })
  const wire = openTransport(port, strictLimits())
  call = createApiCaller<SecureEvents>(wire, { timeoutMs: readTimeoutMs, fromWire: fromWireError })
  serveApi(wire, api, toWireError)
}

try {
  await start()
} catch (thrown) {
  showRefusal(window, document.body, thrown)
}
