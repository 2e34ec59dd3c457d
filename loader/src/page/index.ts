import type { Insets } from '../../protocol/api/frameApi.ts'
import { answerAttestation } from '../../protocol/wire/handshake.ts'
import { refuse } from '../bridge/refuse.ts'
import { ownIcon } from '../core/announce.ts'
import { type HookedScript, hintKey, type Page, type PageHook, type Siwx, stateEvent } from '../hook.ts'
import { secureOrigin } from '../origins.ts'
import type { SolanaSigning } from '../solana/hook.ts'
import { appLink } from './appLink.ts'
import { discoverBtcProviders } from './bitcoin/btcProviders.ts'
import { readBitcoin } from './bitcoin/standard.ts'
import { discoverUnisat } from './bitcoin/unisat.ts'
import { createConnections } from './connections.ts'
import { discoverCosmos } from './cosmos.ts'
import { type Connect, createOwnSolanaWallet } from './ownSolanaWallet.ts'
import { discoverPolkadot } from './polkadot.ts'
import { readSolana } from './solana.ts'
import type { NamespaceWallet } from './wallet.ts'
import { announceStandardWallet, discoverStandardWallets } from './walletStandard.ts'

/**
 * What of the page a frame has to be told, beside its EIP-1193 wallets: those of other namespaces, its free space, and that it
 * is on top.
 */
const createPage = ([hook, getAccount, setAccount, held, changed, tell, configure]: PageHook): Page => {
  const [, , , listeners, , , dialog, , open, , , , load] = hook
  // More than any browser has; a page that announces more is playing.
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

  const useSigning = once(
    (connect: Connect): Promise<SolanaSigning> =>
      load('%SOLANA_URL%', '%SOLANA_INTEGRITY%', [
        (asked) => connections.request('solana', asked),
        () => getAccount('solana'),
        connect,
      ]),
  )
  const own = createOwnSolanaWallet({
    icon: ownIcon,
    account: () => getAccount('solana'),
    open: () => open({ namespace: 'solana' }),
    signing: useSigning,
    disconnect: () => connections.disconnect('solana'),
    subscribe: (changed) => {
      listeners[stateEvent] = (listeners[stateEvent] ?? new Set()).add(changed)
    },
  })
  discoverStandardWallets((wallet) => {
    if (wallet === own) return
    for (const read of [readSolana, readBitcoin]) found(read(wallet))
  })
  announceStandardWallet(own)
  /** These stand in the window, some of them only when the page has loaded. */
  const look = (): void => {
    for (const discover of [discoverUnisat, discoverBtcProviders, discoverPolkadot, discoverCosmos]) {
      try {
        discover(found)
      } catch {
        // What can't be read is no wallet.
      }
    }
  }
  look()
  addEventListener('load', look)
  dialog.ariaLabel = 'AppKit'
  matchMedia('(prefers-color-scheme:dark)').onchange = configure
  answerAttestation(window, secureOrigin)
  const { connect, account, chooseAccount, disconnect, request, sync } = connections
  sync()
  addEventListener('storage', ({ key }) => {
    if (!key || key === hintKey) sync()
  })

  const useSiwx = once((): Promise<Siwx> => load('%SIWX_URL%', '%SIWX_INTEGRITY%', [hook]))

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
      if (appLink.test(link)) location.assign(link)
    },
    siwx: async (...asked) => (await useSiwx())(...asked),
    readInsets: watchInsets(dialog, (insets) => tell('insets', insets)),
  }
}

/** What the frame can't see itself: safe areas, and what the on-screen keyboard covers. */
const watchInsets = (dialog: HTMLDialogElement, tell: (insets: Insets) => void): (() => void) => {
  // It scrolls nothing: a place where the browser turns `env()` into numbers.
  dialog.style.scrollPadding =
    'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)'
  const { visualViewport: view } = window as unknown as { visualViewport: VisualViewport }
  const read = (): void => {
    const lengths =
      getComputedStyle(dialog)
        .scrollPadding.match(/[\d.]+/g)
        ?.map(Number) ?? []
    // A shorthand leaves out what repeats.
    const [top = 0, right = top, bottom = top, left = right] = lengths
    // A visitor who has zoomed in sees less as well, but nothing is covered.
    const keyboard = Math.max(0, innerHeight - view.height * view.scale - view.offsetTop)
    tell({ top, right, bottom, left, keyboard })
  }
  for (const type of ['resize', 'scroll']) view.addEventListener(type, read)
  return read
}

/** A file that could not come may come the next time. */
const once = <Asked extends unknown[], Part>(fetch: (...asked: Asked) => Promise<Part>) => {
  let part: Promise<Part> | undefined
  return (...asked: Asked): Promise<Part> => {
    part ??= fetch(...asked).catch(() => {
      part = undefined
      throw refuse(4900, 'BRIDGE_FAILED')
    })
    return part
  }
}

const { appkit } = document.currentScript as HookedScript<PageHook, Page>
if (appkit) {
  const [hook, ready] = appkit
  ready(createPage(hook))
}
