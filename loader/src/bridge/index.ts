import type { AppKitError, AppKitState } from '../../index.d.ts'
import type { AccountState, DiagnosisStep, JsonRpcRequest, OpenOptions, Outcome } from '../../protocol/frameApi.ts'
import { answerAttestation } from '../../protocol/handshake.ts'
import { failure } from '../failure.ts'
import { type BridgeElement, type Hook, hintKey, stateEvent } from '../hook.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { createConnection, walletFailure } from './connection.ts'
import { causes, unknownCause } from './explain.ts'
import { createLine } from './frame.ts'
import { readOptions } from './options.ts'
import type { Methods } from './peer.ts'
import { createRequest } from './provider.ts'
import { readInsets, watchInsets } from './viewport.ts'
import { discoverWallets } from './wallets.ts'

const frameLoadMs = 20_000
const closeMs = 1_000
const diagnoseMs = 30_000
/** New wallets are told together. */
const gatherMs = 20
/** What the frame may send to the connected wallet. */
const frameRequests = /^(wallet_(switchEthereumChain|addEthereumChain|watchAsset)|eth_chainId)$/

const start = ([[provider, state, getState, listeners, options, theme, dialog, card, open, useFrame, settle, fail], ready]: NonNullable<BridgeElement['appkit']>) => {
  let wanted: OpenOptions = {}
  let isOpen = false
  let told = ''
  let violated = false
  let hasRetried = false
  let gathering: ReturnType<typeof setTimeout> | undefined

  const emit = (event: string, value: unknown): void => {
    // One that throws costs the others nothing, and is reported as usual.
    for (const [name, listener] of listeners) if (name === event) queueMicrotask(() => listener(value as never))
  }
  const change = (part: Partial<AppKitState>): void => {
    Object.assign(state, part)
    emit(stateEvent, getState())
  }
  const getAccount = (): AccountState => state.accounts.eip155 ?? { status: 'disconnected' }

  const methods: Methods = {
    shown: () => {
      card.remove()
      if (state.open) useFrame('core').focus()
      change({ loading: false })
    },
    close: (outcome: Outcome) => {
      isOpen = false
      settle(outcome)
    },
    connect: (id: string) => connection.connect(id),
    disconnect: async (namespace = 'eip155') => namespace === 'eip155' && connection.disconnect(),
    request: async (_namespace: unknown, asked: JsonRpcRequest) => {
      if (!frameRequests.test(asked.method)) throw failure(4200, 'METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
      try {
        return await forward(asked)
      } catch (thrown) {
        throw walletFailure(thrown)
      }
    },
  }
  const { connect, gone, ask, tell } = createLine(methods, useFrame)
  const { list, search } = discoverWallets(provider, (wallet) => {
    connection.found(wallet)
    clearTimeout(gathering)
    gathering = setTimeout(tellWallets, gatherMs)
  })
  const tellWallets = (): void => {
    const wallets = list()
    tell('wallets', wallets.map(({ id, name, rdns, legacy }) => ({ id, name, rdns, legacy })))
    for (const { id, icon } of wallets) if (icon) tell('walletIcon', id, icon)
  }
  const connection = createConnection({
    getAccount,
    setAccount: (account) => {
      change({ accounts: { eip155: account } })
      tell('account', 'eip155', account)
    },
    emit,
    find: (id) => list().find((wallet) => wallet.id === id),
  })
  const request = createRequest({
    connection,
    open,
    caipNetworkId: () => getAccount().caipNetworkId,
    read: (...args) => ask('read', args),
  })

  /** A wallet may change the chain without saying so. */
  const forward = async (asked: JsonRpcRequest): Promise<unknown> => {
    const result = await request(asked)
    await connection.refresh()
    return result
  }

  // A page's framework may take out what it did not put in.
  const watch = new MutationObserver(() => {
    if (!dialog.isConnected) open(wanted)
  })
  const tellInsets = () => tell('insets', readInsets(dialog))
  const changed = (): void => {
    emit(stateEvent, getState())
    dialog.style.colorScheme = theme()
    const next = JSON.stringify({ ...readOptions(options), theme: theme() })
    if (next !== told) tell('configure', JSON.parse(next))
    told = next
    if (isOpen && !state.open) tell('close', true)
    isOpen = state.open
    if (isOpen) watch.observe(document, { childList: true, subtree: true })
    else watch.disconnect()
  }
  const close = async (): Promise<void> => {
    if (!state.open) return
    try {
      // Without a frame there is nobody to ask.
      if (card.isConnected) throw undefined
      await ask('close', [false], closeMs)
    } catch {
      settle({ outcome: 'closed' })
    }
  }
  const explain = (reason: string): void => {
    if (reason === 'SERVER_UNREACHABLE' && !navigator.onLine) reason = 'OFFLINE'
    // What stopped the first frame was perhaps not seen, since this file came later.
    if (reason === 'SERVER_UNREACHABLE' && !violated && !hasRetried) {
      hasRetried = true
      dialog.append(useFrame('core'))
      return
    }
    if (violated) reason = 'FRAME_BLOCKED_BY_CSP'
    hasRetried = violated = false
    const [title, sentence] = causes[reason] ?? unknownCause
    console.error(`AppKit ${reason}: ${sentence}`)
    gone(failure(4900, reason, title))
    fail(reason, title, sentence)
  }
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'enforce' && effectiveDirective === 'frame-src' && blockedURI.startsWith(frameOrigin)) violated = true
  })
  matchMedia('(prefers-color-scheme:dark)').onchange = changed
  addEventListener('storage', ({ key }) => (key === hintKey || key === null) && connection.sync())
  dialog.oncancel = (event) => {
    event.preventDefault()
    close()
  }
  dialog.onclick = ({ target }) => target === dialog && close()
  watchInsets(dialog, tellInsets)
  answerAttestation(window, secureOrigin)
  search()
  connection.sync()

  ready({
    connect: (port) => {
      hasRetried = violated = false
      connect(port)
      told = ''
      changed()
      tellInsets()
      tell('account', 'eip155', getAccount())
      tellWallets()
    },
    show: async (next) => {
      wanted = next
      isOpen = true
      try {
        await ask('open', [wanted], frameLoadMs)
      } catch (thrown) {
        // The frame is there, but its views are not. What ends the frame itself has been told.
        if (card.isConnected && /CHUNK|TIMEOUT/.test((thrown as AppKitError).reason)) explain('IFRAME_LOAD_FAILED')
      }
    },
    close,
    request,
    disconnect: methods.disconnect as () => Promise<void>,
    switchNetwork: async (caipNetworkId) => {
      const [, chain] = /^eip155:(\d+)$/.exec(caipNetworkId) ?? []
      if (!chain) throw failure(4902, 'CHAIN_NOT_SUPPORTED', 'Chain is not supported')
      await forward({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${BigInt(chain).toString(16)}` }] })
    },
    diagnose: async () => {
      try {
        return (await ask('diagnose', [], diagnoseMs)) as DiagnosisStep[]
      } catch (thrown) {
        return [{ part: 'frame', ok: false, detail: (thrown as Error).message }]
      }
    },
    changed,
    explain,
  })
}

const script = document.currentScript as BridgeElement | null
if (script?.appkit) start(script.appkit)
