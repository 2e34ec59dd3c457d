import type {
  AccountState,
  CaipNetworkId,
  FrameApi,
  HostOptions,
  JsonRpcRequest,
  OpenOptions,
} from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { defineMethod, type ServedApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { startSignInVisitAtom } from '../../features/signIn/signInAtoms.ts'
import type { WalletRow } from '../connectors/order.ts'
import { activeAccountAtom, setAccountAtom } from '../state/accounts.ts'
import { connectorAtom, setPageWalletsAtom, setWalletIconAtom } from '../state/connections.ts'
import { isFrameConnectorId } from '../state/heldConnections.ts'
import { isOpenAtom, markClosedAtom, markOpenAtom, setViewportInsetsAtom } from '../state/modal.ts'
import { connectNamespaceAtom } from '../state/networks.ts'
import { showAlertAtom } from '../state/notices.ts'
import { bootstrapAtom, configureAtom, setThemeAtom } from '../state/options.ts'
import type { EffectContext, Store } from './context.ts'
import * as args from './hostArguments.ts'
import { parseHostOptions, type ReadRest } from './hostOptions.ts'
import { replacePrerenderedView } from './prerenderedView.ts'
import type { rareMethods } from './rareMethods.ts'

/**
 * The byte limit of a request. The limit is high, because a request that creates a contract contains the contract's
 * code.
 */
const readBytes = 1_048_576
const requestBytes = 1_048_576
const walletsBytes = 262_144
/** Options may contain images. */
const optionsBytes = 1_048_576

/** Serves `FrameApi` to the host page. */
export const createHostApi = (context: EffectContext): ServedApi => {
  const { store, navigation } = context
  // The code that answers without a wallet loads on demand. It includes the policy table, which the first view does not
  // need.
  const answerAlone = async (namespace: ChainNamespace, request: JsonRpcRequest, caipNetworkId?: CaipNetworkId) =>
    (await import('./answerWithoutWallet.ts')).answerWithoutWallet(context, namespace, request, caipNetworkId)
  /** Options of `configure` may be rare ones, which then apply to `configured`. */
  const readRest =
    (configured?: Store): ReadRest =>
    (...rest) =>
      import('./rareOptions.ts').then(
        ({ readRareOption }) => readRareOption(configured, ...rest),
        () => {},
      )

  const rare = (name: keyof ReturnType<typeof rareMethods>, maxBytes?: number) =>
    defineMethod(
      (input) => input,
      async (input) => (await import('./rareMethods.ts')).rareMethods(context)[name](input),
      maxBytes,
    )

  return {
    open: defineMethod(
      (input) => args.readOpenOptions(input, readRest()),
      async ({ refused, ...options }) => {
        // Few pages name a wallet or a wrong view, so the first view lacks the code for both.
        const { wallet } = options
        const row =
          refused || wallet ? await (await import('./openOptions.ts')).checkOpen(store, refused, wallet) : null
        return openModal(context, options, row)
      },
    ),
    close: defineMethod(args.readIsClosed, (isClosed) =>
      isClosed ? store.set(markClosedAtom) : navigation.close(false),
    ),
    configure: defineMethod(
      ([options]) => parseHostOptions(options, readRest(store)),
      (options) => configure(context, options),
      optionsBytes,
    ),
    insets: defineMethod(args.readViewportInsets, (insets) => store.set(setViewportInsetsAtom, insets)),
    wallets: defineMethod(args.readWallets, (wallets) => store.set(setPageWalletsAtom, wallets), walletsBytes),
    walletIcon: defineMethod(args.readWalletIcon, ([id, icon]) => store.set(setWalletIconAtom, id, icon)),
    account: defineMethod(args.readAccountReport, ([namespace, account]) =>
      store.set(setAccountAtom, namespace, account satisfies AccountState),
    ),
    request: defineMethod(
      args.readWalletRequest,
      ([namespace, request, connectorId]) =>
        isFrameConnectorId(connectorId)
          ? store.get(connectorAtom)(connectorId).request(namespace, request)
          : answerAlone(namespace, request),
      requestBytes,
    ),
    restore: defineMethod(args.readFrameConnection, async ([namespace, connectorId]) => {
      const account = await store.get(connectorAtom)(connectorId).restore(namespace)
      store.set(setAccountAtom, namespace, account)
      return account
    }),
    leave: defineMethod(args.readFrameConnection, ([namespace, connectorId]) =>
      store.get(connectorAtom)(connectorId).disconnect(namespace),
    ),
    read: rare('read', readBytes),
    switchNetwork: rare('switchNetwork'),
    signIn: rare('signIn'),
    addNetwork: rare('addNetwork'),
    removeNetwork: rare('removeNetwork'),
    getConnectors: rare('getConnectors'),
    showSuccessMessage: rare('showSuccessMessage'),
    showErrorMessage: rare('showErrorMessage'),
    diagnose: rare('diagnose'),
  } satisfies Record<keyof FrameApi, unknown>
}

const openModal = async (context: EffectContext, options: OpenOptions, row: WalletRow | null): Promise<void> => {
  const { store, navigation, host, draw, renew, prerenderedView } = context
  if (!store.get(isOpenAtom) || row || movesVisitor(store, options)) navigation.start(options, row)
  else if (options.signIn) store.set(startSignInVisitAtom, options.signIn)
  store.set(markOpenAtom)
  // A view that the document shows already is like React's, and needs no code of the views.
  const isShown = navigation.view() === prerenderedView()
  if (isShown) await host.shown()
  await (isShown ? replacePrerenderedView(draw, renew) : draw(true))
  if (!isShown) await host.shown()
}

/**
 * Whether a call of `open` shows another view although the modal is open. A call without options must not move the
 * visitor away from the current view, nor a call for the namespace that the visitor connects for already.
 */
const movesVisitor = (store: Store, { view, uri, namespace, signIn }: OpenOptions): unknown =>
  view ||
  uri ||
  (signIn && store.get(activeAccountAtom)) ||
  (namespace && ![store.get(connectNamespaceAtom), store.get(activeAccountAtom)?.namespace].includes(namespace))

const configure = ({ store }: EffectContext, options: HostOptions): void => {
  store.set(configureAtom, options)
  const known = store.get(bootstrapAtom).networks.map(({ caipNetworkId }) => caipNetworkId)
  if (options.networks?.some((id) => !known.includes(id)))
    store.set(showAlertAtom, new AppError(commonErrors.SWITCH_NETWORK_NOT_FOUND))
  if (options.theme) store.set(setThemeAtom, resolveTheme(options.theme))
}

/**
 * Resolves the theme 'auto' in options that the host page sets later. The host page itself resolves the first theme,
 * before it loads the frame.
 */
const resolveTheme = (theme: 'light' | 'dark' | 'auto'): 'light' | 'dark' =>
  theme === 'auto' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme
