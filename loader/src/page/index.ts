import type { AccountState, FrameInsets, JsonRpcRequest } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { defaultIcon } from '../../protocol/origins/announcement.ts'
import { answerAttestation } from '../../protocol/wire/handshake.ts'
import type { AnswerBitcoinRequest } from '../bitcoin/hook.ts'
import { createAppKitError } from '../bridge/refuse.ts'
import {
  type BridgeHook,
  type CallSiteSignIn,
  type HookedScript,
  heightKey,
  type PageHook,
  type PageScript,
  restoreHintKey,
  stateChangeEvent,
} from '../hook.ts'
import { secureOrigin } from '../origins.ts'
import type { SolanaSigning } from '../solana/hook.ts'
import { appLinkPattern } from './appLink.ts'
import { discoverBtcProviders } from './bitcoin/btcProviders.ts'
import { adaptBitcoinWallet } from './bitcoin/standard.ts'
import { discoverUnisat } from './bitcoin/unisat.ts'
import { createConnections } from './connections.ts'
import { limitTransactions } from './limitTransactions.ts'
import { announceBitcoinWallet } from './ownBitcoinWallet.ts'
import { type ConnectSolanaAccount, createOwnSolanaWallet } from './ownSolanaWallet.ts'
import { adaptSolanaWallet } from './solana.ts'
import type { NamespaceWallet } from './wallet.ts'
import { announceStandardWallet, discoverStandardWallets } from './walletStandard.ts'

/**
 * `bridge.js` reports the page's EIP-1193 wallets to the frame. This file reports the rest: the wallets of other
 * namespaces, the free space, and the proof that the page is the top page.
 */
const createPage = ([
  hook,
  getAccount,
  setAccount,
  held,
  changed,
  tell,
  configure,
  isRefused,
]: PageHook): PageScript => {
  const [, , , , , , dialog, , , , , , load] = hook
  // No browser has this many wallets, so a page that announces more is hostile.
  const walletLimit = 64
  const iconLimit = 16_384
  const wallets = new Map<string, NamespaceWallet>()
  const connections = createConnections(getAccount, setAccount, held, (id = '') => wallets.get(id))
  const found = (wallet: NamespaceWallet | undefined): void => {
    if (!wallet || wallets.size >= walletLimit) return
    const id = `${wallet.namespace}:${wallet.name.slice(0, 64)}`
    if (wallets.has(id)) return
    wallets.set(id, wallet)
    changed()
    connections.found(id, wallet)
  }

  const { connect, account, chooseAccount, disconnect, sync } = connections
  const request = limitTransactions(connections.request, isRefused)
  const own = announceOwnWallets(hook, getAccount, request, disconnect)
  discoverStandardWallets((wallet) => {
    if (wallet === own) return
    for (const read of [adaptSolanaWallet, adaptBitcoinWallet]) found(read(wallet))
  })
  const useChains = once((): Promise<() => void> => load('%CHAINS_URL%', '%CHAINS_INTEGRITY%', [found]))
  /** Called again after the load, since some wallets appear in the window only then. */
  const look = (): void => {
    for (const discover of [discoverUnisat, discoverBtcProviders]) {
      try {
        discover(found)
      } catch {
        // A malformed wallet is ignored.
      }
    }
    // Few pages have a wallet of these chains.
    if (['injectedWeb3', 'keplr', 'leap'].some((name) => name in window))
      useChains().then(
        (lookForChains) => lookForChains(),
        () => {},
      )
  }
  look()
  addEventListener('load', look)
  // Another dialog of the page may have disabled the pointer events of the page.
  adoptStyle('@media print{[data-appkit]{display:none}}[data-appkit]{pointer-events:auto}')
  matchMedia('(prefers-color-scheme:dark)').onchange = configure
  answerAttestation(window, secureOrigin)
  sync()
  addEventListener('storage', ({ key }) => {
    if (!key || key === restoreHintKey) sync()
  })

  const useSiwx = once((): Promise<CallSiteSignIn> => load('%SIWX_URL%', '%SIWX_INTEGRITY%', [hook]))

  return {
    wallets: () =>
      Array.from(wallets, ([id, { namespace, name, icon }]) => ({
        id,
        namespace,
        name: name.slice(0, 64),
        icon: /^data:image\//.test(icon) && icon.length <= iconLimit ? icon : '',
      })),
    connect,
    account,
    chooseAccount,
    disconnect,
    request,
    openApp: (link) => {
      if (appLinkPattern.test(link)) location.assign(link)
    },
    firstHeight: (pixels) => {
      try {
        // A visitor who never connected leaves nothing in the page's storage, and sees the height of the usual first view.
        if (localStorage[restoreHintKey]) localStorage[heightKey] = Number(pixels)
        else delete localStorage[heightKey]
      } catch {
        // The page has no storage, so the loader's card keeps its own height.
      }
    },
    siwx: async (...asked) => (await useSiwx())(...asked),
    readInsets: watchInsets(dialog, (insets) => tell('insets', insets)),
  }
}

/**
 * Announces AppKit as a wallet of Solana and of Bitcoin, for pages that discover wallets by themselves. Returns the one
 * of Solana, which the modal must not list.
 */
const announceOwnWallets = (
  [, , , listeners, , , , , open, , , , load]: BridgeHook,
  getAccount: (namespace: ChainNamespace) => AccountState,
  request: (namespace: ChainNamespace, request: JsonRpcRequest) => Promise<unknown>,
  disconnect: (namespace: ChainNamespace) => Promise<unknown>,
) => {
  const subscribe = (changed: () => void): void => {
    listeners[stateChangeEvent] = (listeners[stateChangeEvent] ?? new Set()).add(changed)
  }
  const connectBitcoin = async (): Promise<void> => {
    // A page that loads again may ask before the connection is back. A restore ends after 10 seconds at the latest.
    while (getAccount('bip122').status === 'reconnecting') await new Promise<void>(subscribe)
    if (getAccount('bip122').status !== 'connected') await open({ namespace: 'bip122' })
    if (getAccount('bip122').status !== 'connected') throw createAppKitError(4001, 'USER_REJECTED')
  }
  announceBitcoinWallet(
    defaultIcon,
    () => getAccount('bip122'),
    once(
      (): Promise<AnswerBitcoinRequest> =>
        load('%BITCOIN_URL%', '%BITCOIN_INTEGRITY%', [
          (asked) => request('bip122', asked),
          () => getAccount('bip122'),
          connectBitcoin,
          () => disconnect('bip122'),
        ]),
    ),
    subscribe,
  )
  const useSigning = once(
    (connect: ConnectSolanaAccount): Promise<SolanaSigning> =>
      load('%SOLANA_URL%', '%SOLANA_INTEGRITY%', [
        (asked) => request('solana', asked),
        () => getAccount('solana'),
        connect,
      ]),
  )
  const own = createOwnSolanaWallet({
    icon: defaultIcon,
    account: () => getAccount('solana'),
    open: () => open({ namespace: 'solana' }),
    signing: useSigning,
    disconnect: () => disconnect('solana'),
    subscribe,
  })
  announceStandardWallet(own)
  return own
}

const adoptStyle = (css: string): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}

/** Reports the safe areas and the area under the on-screen keyboard, which the frame cannot see. */
const watchInsets = (dialog: HTMLDialogElement, tell: (insets: FrameInsets) => void): (() => void) => {
  // `scroll-padding` has no effect on the dialog. The browser computes its `env()` values, which the code then reads.
  dialog.style.scrollPadding =
    'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)'
  const { visualViewport: view } = window as unknown as { visualViewport: VisualViewport }
  const read = (): void => {
    const lengths =
      getComputedStyle(dialog)
        .scrollPadding.match(/[\d.]+/g)
        ?.map(Number) ?? []
    // The computed `scroll-padding` omits repeated values, as a CSS shorthand does.
    const [top = 0, right = top, bottom = top, left = right] = lengths
    // Multiply by the scale, since zooming also shrinks the viewport but covers nothing.
    const keyboard = Math.max(0, innerHeight - view.height * view.scale - view.offsetTop)
    tell({ top, right, bottom, left, keyboard })
  }
  for (const type of ['resize', 'scroll']) view.addEventListener(type, read)
  return read
}

/** Wraps a loading function so that it loads once. After a failure the next call tries again. */
const once = <Asked extends unknown[], Part>(fetch: (...asked: Asked) => Promise<Part>) => {
  let part: Promise<Part> | undefined
  return (...asked: Asked): Promise<Part> => {
    part ??= fetch(...asked).catch(() => {
      part = undefined
      throw createAppKitError(4900, 'BRIDGE_FAILED')
    })
    return part
  }
}

const { appkit } = document.currentScript as HookedScript<PageHook, PageScript>
if (appkit) {
  const [hook, ready] = appkit
  ready(createPage(hook))
}
