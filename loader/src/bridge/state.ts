import type { AccountState } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { type BridgeHook, type NotifyFrame, type SetAccount, stateChangeEvent } from '../hook.ts'

/** Changes the state that the loader created, and reports each change to the page's listeners and to the frame. */
export const createStateReporter = (
  [, state, getState, listeners, options, theme, dialog, card]: BridgeHook,
  /** Calls the frame if there is one. */
  notify: NotifyFrame,
) => {
  const emit = (event: string, value: unknown): void => {
    // A listener that throws affects no other listener, and the browser reports its error as usual.
    for (const listener of listeners[event] ?? []) queueMicrotask(() => listener(value as never))
  }
  const getAccount = (namespace: ChainNamespace = 'eip155'): AccountState =>
    state.accounts[namespace] ?? { status: 'disconnected' }
  const setAccount: SetAccount = (account, namespace = 'eip155', isFact) => {
    state.accounts[namespace] = account
    emit(stateChangeEvent, getState())
    if (!isFact) notify('account', namespace, account)
  }
  const changed = (): void => {
    prepareDialog(dialog, state.open)
    // The loader's card shows an error if it has a button to retry. While it covers a loading frame, it has at most a
    // word and the × button.
    state.loading = state.open && card.isConnected && !card.shadowRoot?.childNodes[2]
    emit(stateChangeEvent, getState())
    // Sends `close` at every change, so that the call also reaches a frame that appears after the visitor closed the
    // modal.
    if (!state.open) notify('close', true)
  }
  const configure = (): void => {
    emit(stateChangeEvent, getState())
    dialog.style.colorScheme = theme()
    // The frame takes an empty text for an attribute without a value.
    notify('configure', { locale: document.documentElement.lang || null, ...options, theme: theme() })
  }
  return [emit, getAccount, setAccount, changed, configure] as const
}

/**
 * A closed dialog takes no focus. Before an opened one locks the page's scrolling, notes whether the page has a scroll
 * bar, whose width then stays free. The frame keeps its last view until a closed modal has faded out. A modal that opens
 * before the frame shows its first view again keeps the frame hidden until then.
 */
export const prepareDialog = (dialog: HTMLDialogElement, isOpen: boolean): void => {
  const frame = dialog.querySelector('iframe')
  if (!isOpen && !dialog.inert && frame) frame.style.opacity = 0 as never
  dialog.inert = !isOpen
  dialog.dataset.appkit = `${innerWidth > document.documentElement.clientWidth}`
}
