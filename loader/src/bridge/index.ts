import type { AccountState, JsonRpcRequest, OpenOptions, SiteMethod } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import {
  type Bridge,
  type HeldWallets,
  type Hook,
  type HookedScript,
  hintKey,
  type Page,
  type SetAccount,
  stateEvent,
} from '../hook.ts'
import { sentByFrame } from '../methodPatterns.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { createLine, type Methods } from './channel.ts'
import { createConnection, walletFailure } from './connection.ts'
import { createRequest } from './provider.ts'
import { refuse, words } from './refuse.ts'
import { titles } from './titles.ts'
import { discoverWallets, type Wallet } from './wallets.ts'

const frameLoadMs = 20_000
const createBridge = (hook: Hook): Bridge => {
  const [provider, state, getState, listeners, options, theme, dialog, card, open, useFrame, settle, fail, load] = hook
  const approvalMs = 300_000
  const closeMs = 1_000
  /** New wallets are told together. */
  const gatherMs = 20
  let wanted: OpenOptions
  let isBlocked = false
  let hasRetried = false
  let gathering: ReturnType<typeof setTimeout>
  let paging: Promise<Page> | undefined
  let page: Page | undefined

  const emit = (event: string, value: unknown): void => {
    // One that throws costs the others nothing, and is reported as usual.
    for (const listener of listeners[event] ?? []) queueMicrotask(() => listener(value as never))
  }
  const getAccount = (namespace: ChainNamespace = 'eip155'): AccountState =>
    state.accounts[namespace] ?? { status: 'disconnected' }
  const setAccount: SetAccount = (account, namespace = 'eip155', isFact) => {
    state.accounts[namespace] = account
    emit(stateEvent, getState())
    if (!isFact) tell('account', namespace, account)
  }
  const changed = (): void => {
    // The card with words in it is no skeleton.
    state.loading = state.open && card.isConnected && !card.shadowRoot?.textContent
    emit(stateEvent, getState())
    // Also a frame that comes up for a visit that is over.
    if (!state.open) tell('close', true)
  }
  const configure = (): void => {
    emit(stateEvent, getState())
    dialog.style.colorScheme = theme()
    tell('configure', { locale: document.documentElement.lang, ...options, theme: theme() })
  }
  const close = async (): Promise<void> => {
    try {
      // Without a frame there is nobody to ask.
      if (card.isConnected) throw card
      await ask('close', [false], closeMs)
    } catch {
      settle({ outcome: 'closed' })
    }
  }

  const explain = (reason: string): void => {
    if (reason === 'SERVER_UNREACHABLE' && navigator.onLine) {
      // A page in a frame is no place for the modal, and what stops it there is told to nobody.
      if (parent !== window) reason = 'ORIGIN_NOT_ALLOWED'
      else if (isBlocked) reason = 'FRAME_BLOCKED_BY_CSP'
      else if (!hasRetried) {
        // What stopped it was perhaps not seen, since this file came later.
        hasRetried = true
        dialog.append(useFrame('core'))
        return
      }
    }
    const sentence = isBlocked
      ? `Content-Security-Policy needs frame-src ${frameOrigin} ${secureOrigin}`
      : `${origin}: ${words(reason)}`
    console.error(`AppKit ${reason}. ${sentence}`)
    gone(refuse(4900, reason, sentence))
    hasRetried = false
    // A frame that was up and is lost took the loader's card away, and these words stand on it.
    dialog.prepend(card)
    if (reason === 'SERVER_UNREACHABLE') fail()
    else fail(reason, titles[reason] ?? 'Invalid App Configuration', /LOAD/.test(reason) ? undefined : sentence)
  }

  const methods: Methods = {
    request: async (namespace: ChainNamespace, asked: JsonRpcRequest) => {
      if (!sentByFrame.test(asked.method)) throw refuse(4200, 'METHOD_NOT_ALLOWED')
      try {
        return await request(asked, undefined, namespace)
      } catch (thrown) {
        throw walletFailure(thrown)
      }
    },
    activate: (namespace: ChainNamespace) => {
      state.activeNamespace = namespace
      changed()
    },
    shown: () => {
      const frame = useFrame('core')
      card.remove()
      // Given again, it would be lost for what has it inside.
      if (state.open && document.activeElement !== frame) frame.focus()
      changed()
    },
    siwx: async (method: SiteMethod, args: unknown[]) => (await usePage()).siwx(method, args),
    disconnect: async (namespace: ChainNamespace) =>
      namespace === 'eip155' ? disconnect() : (await usePage()).disconnect(namespace),
    account: async (namespace: ChainNamespace, account: AccountState) =>
      namespace === 'eip155' ? take(account) : (await usePage()).account(namespace, account),
    chooseAccount: async (namespace: ChainNamespace, account: AccountState) =>
      namespace === 'eip155' ? choose(account) : (await usePage()).chooseAccount(namespace, account),
    close: settle,
    connect: async (id: string, networks: string[]) =>
      // Other namespaces stand in front of their wallets' names.
      /:/.test(id) ? (await usePage()).connect(id, networks) : connectWallet(id),
    openApp: async (link: string) => (await usePage()).openApp(link),
    open: () => {
      open({}).catch(() => {})
    },
  }
  const [connect, gone, tell, ask] = createLine(methods, useFrame)
  const gather = (): void => {
    clearTimeout(gathering)
    gathering = setTimeout(tellWallets, gatherMs)
  }
  const listWallets = discoverWallets(provider, (wallet) => {
    found(wallet)
    gather()
  })
  const tellWallets = (): void => {
    const wallets = [...listWallets(), ...(page?.wallets() ?? [])]
    tell(
      'wallets',
      wallets.map(({ provider, icon, uuid, ...wallet }: Partial<Wallet>) => wallet),
    )
    wallets.map(({ id, icon }) => icon && tell('walletIcon', id, icon))
  }
  const held: HeldWallets = {
    request: (...asked) => ask('request', asked, approvalMs),
    restore: (...asked) => ask('restore', asked, approvalMs) as Promise<AccountState>,
    leave: (...asked) => ask('leave', asked),
  }
  const usePage = (): Promise<Page> => {
    paging ??= load('%PAGE_URL%', '%PAGE_INTEGRITY%', [
      hook,
      getAccount,
      setAccount,
      held,
      gather,
      tell,
      configure,
    ]).then(
      (found) => {
        page = found
        return found
      },
      () => {
        paging = undefined
        throw refuse(4900, 'BRIDGE_FAILED')
      },
    )
    return paging
  }
  const [current, connectWallet, disconnect, sync, found, choose, take] = createConnection(
    getAccount,
    setAccount,
    emit,
    (id) => listWallets().find((wallet) => wallet.id === id),
    held,
  )
  const read = (asked: JsonRpcRequest) => ask('read', [asked, getAccount().caipNetworkId])
  const request = createRequest(current, disconnect, open, read, async (...asked) =>
    (await usePage()).request(...asked),
  )

  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    // Only asked about when the frame did not come, so a policy that merely reports does no harm.
    isBlocked ||= effectiveDirective === 'frame-src' && blockedURI.startsWith(frameOrigin)
  })
  // A page's framework may take out what it did not put in.
  const putBack = (): void => {
    if (state.open && !dialog.isConnected) open(wanted)
  }
  new MutationObserver(putBack).observe(document.body, { childList: true })
  addEventListener('storage', ({ key }) => {
    if (!key || key === hintKey) sync()
  })
  dialog.oncancel = (event) => {
    event.preventDefault()
    close()
  }
  dialog.onclick = ({ target }) => target === dialog && close()
  const print = new CSSStyleSheet()
  print.replaceSync('@media print{[data-appkit]{display:none}}')
  document.adoptedStyleSheets.push(print)
  dispatchEvent(new Event('eip6963:requestProvider'))
  sync()
  if (Object.keys(state.accounts)[1]) usePage().catch(() => {})

  return {
    request,
    configure,
    connect: (port) => {
      hasRetried = isBlocked = false
      useFrame('core').title = 'AppKit'
      connect(port, () => {
        configure()
        for (const namespace in state.accounts) tell('account', namespace, getAccount(namespace as ChainNamespace))
        tellWallets()
        usePage().then(
          ({ readInsets }) => readInsets(),
          () => {},
        )
      })
    },
    explain,
    close,
    changed,
    show: async (next) => {
      wanted = next
      // Taken out before anybody watched.
      putBack()
      try {
        await ask('open', [next], frameLoadMs)
      } catch {
        // The frame is there, but its views are not. What ends the frame itself has been told.
        if (state.loading) explain('IFRAME_LOAD_FAILED')
      }
    },
    call: async (method, args) =>
      method === 'disconnect'
        ? Promise.all((args[0] ? args : Object.keys(state.accounts)).map((each) => methods.disconnect?.(each)))
        : ask(method, args, approvalMs).catch((thrown) => {
            if (method === 'diagnose') return [{ part: 'frame', ok: false, detail: thrown.message }]
            throw thrown
          }),
  }
}

const { appkit } = document.currentScript as HookedScript
if (appkit) {
  const [hook, ready] = appkit
  ready(createBridge(hook))
}
