import type { SecureRpcRequest } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { approvalPresentationOf } from '../approval/approvalPolicy.ts'
import { createApprovals } from '../approval/approvals.ts'
import { createApprovalPresenter } from '../approval/present.ts'
import type { Proposal } from '../approval/proposal.ts'
import { createRefusalNotices } from '../approval/refused.ts'
import { createShowWorth } from '../approval/showWorth.ts'
import type { AskInWindow } from '../approval/windowCard.ts'
import type { HostPage } from '../frame/ancestors.ts'
import { createNodeClient } from '../session/node.ts'
import type { ServerClient } from '../session/serverClient.ts'
import type { Store } from '../session/store.ts'
import { createTokenLists } from '../session/tokenList.ts'
import { createWithLock } from '../session/withLock.ts'
import type { CardSurface } from '../ui/cardSurface.ts'
import type { WalletKeys } from '../unlock/keys.ts'
import type { PasskeyApprovals } from '../unlock/passkeyApprovals.ts'
import type { SendFlowRequest } from '../windows/flows/flow.ts'
import { openWindow } from '../windows/flows/openWindow.ts'
import { findAskingSite } from './askingSite.ts'
import { createPastRecipients } from './describe/recipients.ts'
import { withErrorCodes } from './fees/nodeErrors.ts'
import { createNonceAllocator, type NonceChannel } from './fees/nonces.ts'
import { createSiteLimits } from './limits/siteLimits.ts'
import { createBundleStore } from './methods/bundles.ts'
import { createRpcDispatcher } from './methods/index.ts'
import { orChunkFailed } from './methods/lazyMethods.ts'
import { createSentTransactions } from './methods/sentTransactions.ts'

type Options = {
  bootstrap: SecureBootstrap
  /** The host page, as the browser attested it. */
  page: HostPage
  keys: WalletKeys
  passkey: PasskeyApprovals
  surface: CardSurface
  server: ServerClient
  /** Sends a request to the server with the visitor's session. */
  ask: SendFlowRequest
  store: Store
  /** The value of `devicePixelRatio` when this document started. A change reveals a zoom. */
  scale: number
}
export type SiteRequests = { request(request: SecureRpcRequest): Promise<unknown>; abort(reason?: AppError): void }

/**
 * Creates what answers a site's requests. Gives the RPC handlers the storage, locks, broadcast channel and panels of
 * this document.
 */
export const createSiteRequests = (options: Options): SiteRequests => {
  const { bootstrap, page, keys, passkey, surface, store, scale } = options
  const { projectId, networks, trustedOrigins } = bootstrap
  const host = page.origin
  const node = withErrorCodes(createNodeClient(options.server))
  const withLock = createWithLock(() => navigator.locks)
  const isTrusted = trustedOrigins.includes(host)
  const isHostFramed = page.isFramed
  /** True if a passkey could confirm this proposal in the frame, but all passkeys are of an earlier version. */
  const needsNewPasskey = ({ kind }: Proposal): boolean => {
    const surroundings = { isTrusted, isHostFramed, isScaleSteady: true, hasPasskey: true }
    return passkey.isOutdated() && approvalPresentationOf(kind, surroundings) === 'inlineWithPasskey'
  }
  const showWorth = createShowWorth(options.server)
  const loadWindowCard = loadOnce(async () => {
    const [{ createWindowCard }, { createFlowClient }] = await Promise.all([
      import('../approval/windowCard.ts'),
      import('../windows/flows/flowClient.ts'),
    ])
    const flows = createFlowClient(options.ask, (proposal) => windowUrl(projectId, needsNewPasskey(proposal)))
    return createWindowCard({ showWorth, flows, name: location.host, open: openWindow })
  })
  // In parallel with the simulation, if most requests of this site need the window.
  if (!isTrusted || isHostFramed || !passkey.isPossible()) loadWindowCard().catch(() => undefined)
  const askInWindow: AskInWindow = async (...asked) => (await loadWindowCard())(...asked)
  const limits = createSiteLimits({ ask: options.ask, canApply: isTrusted && !isHostFramed })
  const presenter = createApprovalPresenter({
    ...{ surface, isTrusted, isHostFramed, scale, passkey, reserve: limits.reserve, askInWindow, showWorth },
  })
  const site = findAskingSite({ sites: bootstrap.sites, host, isTrusted, isHostFramed })
  const approvals = createApprovals({ keys, site: site.shown, ...presenter })
  const rpc = createRpcDispatcher({
    host,
    site,
    networks,
    keys,
    node,
    tokenLists: createTokenLists(options.server),
    approvals,
    nonces: createNonceAllocator({ node, withLock, channel: openChannel() }),
    bundles: createBundleStore(store),
    sent: createSentTransactions(),
    recipients: createPastRecipients(store),
    limits,
    ask: options.ask,
    now: Date.now,
  })
  const refused = createRefusalNotices({ surface, host })
  return {
    request: (request) => refused.watch(request, rpc(request)),
    abort: (reason) => {
      refused.close()
      presenter.dismiss()
      approvals.abort(reason)
    },
  }
}

/** Loads code with the first call. If that fails, the next call tries again. */
const loadOnce = <Loaded>(load: () => Promise<Loaded>) => {
  let loading: Promise<Loaded> | undefined
  return (): Promise<Loaded> => {
    loading ??= load()
    loading.catch(() => {
      loading = undefined
    })
    return orChunkFailed(loading)
  }
}

/**
 * The approval window uses the theme and the language of this document. `passkey=old` makes it ask the visitor to add
 * the passkey again.
 */
const windowUrl = (projectId: string, needsNewPasskey: boolean): string => {
  const { theme } = document.documentElement.dataset
  const view = new URLSearchParams({
    ...(theme && { theme }),
    locale: document.documentElement.lang || 'en',
    ...(needsNewPasskey && { passkey: 'old' }),
  })
  return `${location.origin}/approve/${encodeURIComponent(projectId)}?${view}`
}

const openChannel = (): NonceChannel | undefined => {
  try {
    return new BroadcastChannel('nonces')
  } catch {
    // The browser denies BroadcastChannel together with storage, and then no other tab can share the wallet.
    return undefined
  }
}
