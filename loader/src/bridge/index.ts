import type { AppKitError } from '../../index.d.ts'
import type { AccountState, DiagnosisStep, JsonRpcRequest, OpenOptions } from '../../protocol/frameApi.ts'
import { answerAttestation } from '../../protocol/handshake.ts'
import { failure } from '../failure.ts'
import { type Bridge, type BridgeElement, type Hook, hintKey, stateEvent } from '../hook.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { createConnection, walletFailure } from './connection.ts'
import { watchInsets } from './insets.ts'
import { createLine, type Methods } from './line.ts'
import { readOption } from './options.ts'
import { createRequest } from './provider.ts'
import { discoverWallets } from './wallets.ts'

const frameLoadMs = 20_000
const approvalMs = 300_000
const closeMs = 1_000
/** New wallets are told together. */
const gatherMs = 20
/** What the frame may send to the connected wallet. */
const fromFrame = /^(wallet_(switchEthereumChain|addEthereumChain|watchAsset)|eth_chainId)$/

/** Of the error catalogue; a test holds them together. What is not here is a refusal. */
export const titles: { [reason: string]: string } = {
  IFRAME_LOAD_FAILED: 'Network Error - Could not load embedded wallet',
  FRAME_BLOCKED_BY_CSP: 'Blocked by this site',
  PROJECT_ID_NOT_CONFIGURED: 'Project ID Not Configured',
}

const createBridge = ([
  provider,
  state,
  getState,
  listeners,
  options,
  theme,
  dialog,
  card,
  open,
  useFrame,
  settle,
  fail,
]: Hook): Bridge => {
  let wanted: OpenOptions
  let isBlocked = false
  let hasRetried = false
  let gathering: ReturnType<typeof setTimeout>

  const emit = (event: string, value: unknown): void => {
    // One that throws costs the others nothing, and is reported as usual.
    for (const [name, listener] of listeners) if (name === event) queueMicrotask(() => listener(value as never))
  }
  const getAccount = (): AccountState => state.accounts.eip155 ?? { status: 'disconnected' }
  const setAccount = (account: AccountState): void => {
    state.accounts.eip155 = account
    emit(stateEvent, getState())
    tell('account', 'eip155', account)
  }
  const changed = (): void => {
    // The card with a button in it is no skeleton.
    state.loading = state.open && card.isConnected && !card.shadowRoot?.querySelector('button')
    emit(stateEvent, getState())
    dialog.style.colorScheme = theme()
    tell('configure', { ...Object.fromEntries(Object.entries(options).map(readOption)), theme: theme() })
    // A page's framework may take out what it did not put in.
    if (state.open) watch.observe(document, { childList: true, subtree: true })
    else watch.disconnect()
  }
  const watch = new MutationObserver(() => {
    if (!dialog.isConnected) open(wanted)
  })
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
      ? `Its Content-Security-Policy needs: frame-src ${frameOrigin} ${secureOrigin}`
      : `${origin}: ${reason.replaceAll('_', ' ').toLowerCase()}`
    console.error(`AppKit ${reason}. ${sentence}`)
    gone(failure(4900, reason, sentence))
    hasRetried = false
    if (reason === 'SERVER_UNREACHABLE') fail()
    else fail(reason, titles[reason] ?? 'Invalid App Configuration', sentence)
  }

  const methods: Methods = {
    shown: () => {
      card.remove()
      if (state.open) useFrame('core').focus()
      changed()
    },
    close: settle,
    connect: (id: string) => connection.connect(id),
    disconnect: async (namespace = 'eip155') => namespace === 'eip155' && connection.disconnect(),
    request: async (_namespace: unknown, asked: JsonRpcRequest) => {
      const wallet = connection.wallet()
      if (!fromFrame.test(asked.method)) throw failure(4200, 'METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
      try {
        const result = await request(asked)
        // A wallet may change the chain without saying so.
        if (wallet) await connection.resume(wallet)
        return result
      } catch (thrown) {
        throw walletFailure(thrown)
      }
    },
  }
  const { connect, gone, ask, tell } = createLine(methods, useFrame)
  const listWallets = discoverWallets(provider, (wallet) => {
    connection.found(wallet)
    clearTimeout(gathering)
    gathering = setTimeout(tellWallets, gatherMs)
  })
  const tellWallets = (): void => {
    const wallets = listWallets()
    tell(
      'wallets',
      wallets.map(({ id, name, rdns, legacy }) => ({ id, name, rdns, legacy })),
    )
    for (const { id, icon } of wallets) if (icon) tell('walletIcon', id, icon)
  }
  const connection = createConnection(getAccount, setAccount, emit, (id) =>
    listWallets().find((wallet) => wallet.id === id),
  )
  const request = createRequest(connection, open, (asked) => ask('read', [asked, getAccount().caipNetworkId]))
  const tellInsets = watchInsets(dialog, (insets) => tell('insets', insets))

  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'enforce' && effectiveDirective === 'frame-src' && blockedURI.startsWith(frameOrigin))
      isBlocked = true
  })
  matchMedia('(prefers-color-scheme:dark)').onchange = changed
  addEventListener('storage', ({ key }) => (key ?? hintKey) === hintKey && connection.sync())
  dialog.ariaLabel = 'Wallet'
  dialog.oncancel = (event) => {
    event.preventDefault()
    close()
  }
  dialog.onclick = ({ target }) => target === dialog && close()
  answerAttestation(window, secureOrigin)
  dispatchEvent(new Event('eip6963:requestProvider'))
  connection.sync()

  return {
    connect: (port) => {
      hasRetried = isBlocked = false
      connect(port, () => {
        changed()
        tellInsets()
        tell('account', 'eip155', getAccount())
        tellWallets()
      })
    },
    show: async (next) => {
      wanted = next
      try {
        await ask('open', [next], frameLoadMs)
      } catch (thrown) {
        // The frame is there, but its views are not. What ends the frame itself has been told.
        if (card.isConnected && /CHUNK|TIMEOUT/.test((thrown as AppKitError).reason)) explain('IFRAME_LOAD_FAILED')
      }
    },
    close,
    request,
    changed: () => {
      changed()
      if (!state.open) tell('close', true)
    },
    disconnect: methods.disconnect as Bridge['disconnect'],
    switchNetwork: (id) => ask('switchNetwork', [id], approvalMs) as Promise<void>,
    diagnose: async () => {
      try {
        return (await ask('diagnose', [], frameLoadMs)) as DiagnosisStep[]
      } catch (thrown) {
        return [{ part: 'frame', ok: false, detail: (thrown as Error).message }]
      }
    },
    explain,
  }
}

const { appkit } = document.currentScript as BridgeElement
if (appkit) {
  const [hook, ready] = appkit
  ready(createBridge(hook))
}
