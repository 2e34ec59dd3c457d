import type { AppKitError, Eip1193Provider } from '../../index.d.ts'
import type {
  AccountState,
  CaipNetworkId,
  DiagnosisStep,
  JsonRpcRequest,
  OpenOptions,
} from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { storeHint } from '../hint.ts'
import {
  type Bridge,
  type BridgeHook,
  type FrameConnections,
  type HookedScript,
  type LoadAppKitFile,
  type NotifyFrame,
  type PageHook,
  type PageScript,
  restoreHintKey,
} from '../hook.ts'
import { createChannel, type HostMethods } from './channel.ts'
import { createConnection } from './connection.ts'
import { createFailureExplainer } from './explain.ts'
import { createHostApi } from './hostApi.ts'
import { createAppKitError } from './refuse.ts'
import { createRequestHandler } from './requestHandler.ts'
import { createStateReporter, prepareDialog } from './state.ts'
import { discoverWallets, type EvmPageWallet } from './wallets.ts'

const frameLoadMs = 20_000
const approvalMs = 300_000
const closeMs = 1_000
/** Wallets that announce themselves within this time reach the frame in one message. */
const gatherMs = 20

const createBridge = (hook: BridgeHook): Bridge => {
  const [provider, state, , , , , , , open, useFrame, , , load] = hook
  const hostApi: HostMethods = {}
  const [connect, rejectCalls, notify, call] = createChannel(hostApi, useFrame)
  const [explain, resetExplain] = createFailureExplainer(hook, rejectCalls)
  const [emit, getAccount, setAccount, changed, configure] = createStateReporter(hook, notify)

  const [listWallets, sendWallets, gather] = createWalletList(
    provider,
    notify,
    (wallet) => found(wallet),
    () => getPage(),
  )
  const frameConnections: FrameConnections = {
    request: (...args) => call('request', args, approvalMs),
    restore: (...args) => call('restore', args, approvalMs) as Promise<AccountState>,
    leave: (...args) => call('leave', args),
  }
  const [allowTransactions, isRefused] = limitTransactions(getAccount)
  const [usePage, getPage] = createPageLoader(load, [
    hook,
    getAccount,
    setAccount,
    frameConnections,
    gather,
    notify,
    configure,
    isRefused,
  ])
  const connection = createConnection(
    getAccount,
    setAccount,
    emit,
    (id) => listWallets().find((wallet) => wallet.id === id),
    frameConnections,
  )
  const [current, , disconnect, sync, found] = connection
  const read = (request: JsonRpcRequest) => call('read', [request, getAccount().caipNetworkId])
  const request = createRequestHandler(
    current,
    disconnect,
    open,
    read,
    async (...args) => (await usePage()).request(...args),
    isRefused,
  )
  Object.assign(hostApi, createHostApi(hook, connection, request, usePage, changed), {
    allowTransactions,
  })

  const [close, show] = createVisits(hook, call, explain)
  const keepDialog = watchPage(hook, sync, close)
  dispatchEvent(new Event('eip6963:requestProvider'))
  forgetUnwanted(hook)
  sync()
  if (Object.keys(state.accounts)[1]) usePage().catch(() => {})

  return {
    request,
    configure,
    connect: (port) => {
      resetExplain()
      useFrame().title = 'AppKit'
      connect(port, () => {
        configure()
        for (const namespace in state.accounts) notify('account', namespace, getAccount(namespace as ChainNamespace))
        sendWallets()
        usePage().then(
          ({ readInsets }) => readInsets(),
          () => {},
        )
      })
    },
    explain,
    close,
    changed,
    show: (options) => {
      // The visitor may have closed the modal while this file loaded.
      if (!state.open) return
      keepDialog(options)
      show(options)
    },
    call: async (method, args) => {
      if (method === 'disconnect')
        return Promise.all((args[0] ? args : Object.keys(state.accounts)).map((each) => hostApi.disconnect?.(each)))
      const answer = call(method, args, approvalMs)
      return method === 'diagnose' ? diagnoseBridge(answer) : answer
    },
  }
}

/** The storage key of the networks for transactions. */
const networksKey = 'appkitNetworks'

/** Limits transactions to networks that the frame names. A page that loads again without a frame keeps the limit. */
const limitTransactions = (getAccount: (namespace?: ChainNamespace) => AccountState) => {
  let allowed: string | undefined
  return [
    (ids: CaipNetworkId[]): void => {
      // Each id ends with a comma, so that no id matches the start of another.
      allowed = `${[...ids, '']}`
      // Without storage this throws, and the limit ends with the page.
      if (allowed) localStorage[networksKey] = allowed
      else delete localStorage[networksKey]
    },
    (namespace?: ChainNamespace): unknown => {
      try {
        allowed ??= localStorage[networksKey]
      } catch {
        // The page has no storage.
      }
      return allowed && !allowed.includes(`${getAccount(namespace).caipNetworkId},`)
    },
  ] as const
}

/** The number of each of `openErrors`. No failure of the frame has it. */
const openRefused = -32602

/** Has the frame show the modal, and close it. */
const createVisits = (
  [, state, , , , , dialog, card, , , settle]: BridgeHook,
  call: (method: string, args: unknown[], timeoutMs: number) => Promise<unknown>,
  explain: Bridge['explain'],
) => {
  let isShown = false
  const close = async (): Promise<void> => {
    try {
      // No frame can answer while the loader's card is shown. A frame that has not shown the modal may answer late, and
      // would then close the next visit.
      if (card.isConnected || !isShown) throw card
      await call('close', [false], closeMs)
    } catch {
      settle({ outcome: 'closed' })
    }
  }
  const show = async (options: OpenOptions): Promise<void> => {
    isShown = false
    try {
      await call('open', [options], frameLoadMs)
      isShown = true
    } catch (thrown) {
      // The frame refused the page's options. `settle` passes the rejection to the callers of `open`.
      if ((thrown as AppKitError).code === openRefused) settle(Promise.reject(thrown))
      // The frame connected, but its views failed to load, and it is still covered or hidden. If the frame itself had
      // failed, `explain` would have reported it already.
      else if (state.loading || dialog.querySelector('iframe')?.style.opacity) explain('CHUNK_FAILED')
    }
  }
  return [close, show] as const
}

/** The steps of `diagnose()`: the bridge runs, so the frame's steps follow, or one step says why it does not answer. */
const diagnoseBridge = async (answer: Promise<unknown>): Promise<DiagnosisStep[]> => [
  { part: 'bridge', ok: true, detail: origin },
  ...((await answer.catch(({ message }) => [{ part: 'frame', ok: false, detail: message }])) as DiagnosisStep[]),
]

/** Forgets the connections of an earlier visit, if the page wants none. An attribute of the tag is still text. */
const forgetUnwanted = ([, state, , , { enableReconnect }]: BridgeHook): void => {
  if (`${enableReconnect}` !== 'false') return
  for (const namespace in state.accounts) storeHint(namespace as ChainNamespace)
  state.accounts = {}
}

/** Lists the page's wallets of all namespaces, and sends the list to the frame. */
const createWalletList = (
  provider: Eip1193Provider,
  notify: NotifyFrame,
  onFound: (wallet: EvmPageWallet) => void,
  getPage: () => PageScript | undefined,
) => {
  let gathering: ReturnType<typeof setTimeout>
  const gather = (): void => {
    clearTimeout(gathering)
    gathering = setTimeout(send, gatherMs)
  }
  const list = discoverWallets(provider, (wallet) => {
    onFound(wallet)
    gather()
  })
  const send = (): void => {
    const wallets = [...list(), ...(getPage()?.wallets() ?? [])]
    notify(
      'wallets',
      wallets.map(({ provider, icon, uuid, ...wallet }: Partial<EvmPageWallet>) => wallet),
    )
    wallets.map(({ id, icon }) => icon && notify('walletIcon', id, icon))
  }
  return [list, send, gather] as const
}

/** Loads `page.js` at first use. After a failure the next use tries again. */
const createPageLoader = (load: LoadAppKitFile, hook: PageHook) => {
  let loading: Promise<PageScript> | undefined
  let page: PageScript | undefined
  const usePage = (): Promise<PageScript> => {
    loading ??= load('%PAGE_URL%', '%PAGE_INTEGRITY%', hook).then(
      (loaded) => (page = loaded),
      () => {
        loading = undefined
        throw createAppKitError(4900, 'BRIDGE_FAILED')
      },
    )
    return loading
  }
  return [usePage, () => page] as const
}

/** Reacts to the dialog's events, to its removal by the page, and to storage changes of other tabs. */
const watchPage = ([, state, , , , , dialog, , open]: BridgeHook, sync: () => void, close: () => void) => {
  let wanted: OpenOptions
  // A framework may remove elements that it did not create.
  const putBack = (): void => {
    if (state.open && !dialog.isConnected) open(wanted)
  }
  new MutationObserver(putBack).observe(document.body, { childList: true })
  addEventListener('storage', ({ key }) => {
    if (!key || key === restoreHintKey) sync()
  })
  dialog.ariaLabel = 'AppKit'
  dialog.oncancel = (event) => {
    event.preventDefault()
    close()
  }
  dialog.onclick = ({ target }) => target === dialog && close()
  const sheet = new CSSStyleSheet()
  // A closed dialog stays laid out and its frame painted, so that the frame shows at once when the dialog opens. The
  // frame is transparent instead of hidden, because a browser does not paint a hidden frame.
  // A frame without a title has not said hello, and may show the browser's own page for a failure. A closed modal fades
  // out, and an opened one shows at once.
  sheet.replaceSync(
    'html:has([data-appkit][open]){overflow:hidden}html:has([data-appkit=true][open]){scrollbar-gutter:stable}[data-appkit] iframe:not([title]){opacity:0}@media screen{[data-appkit][inert]{display:block;visibility:hidden;position:fixed;inset:0;pointer-events:none;opacity:0;transition:.15s;iframe{visibility:visible;transition:.15s}}}',
  )
  // No visit has ended yet, so the frame stays visible.
  dialog.inert = true
  prepareDialog(dialog, dialog.open)
  dialog.onbeforetoggle = () => prepareDialog(dialog, !dialog.open)
  document.adoptedStyleSheets.push(sheet)

  return (options: OpenOptions): void => {
    wanted = options
    // The page may have removed the dialog before the observer started.
    putBack()
  }
}

const { appkit } = document.currentScript as HookedScript
if (appkit) {
  const [hook, ready] = appkit
  ready(createBridge(hook))
}
