import type { CaipNetworkId, FrameApi, SignInOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import { signInForPage } from '../../features/signIn/signInForPage.ts'
import { caipNetworkIdSchema, parseOrThrow, textSchema } from '../domain/accountState.ts'
import { isOpenAtom } from '../state/modal.ts'
import { showToastAtom } from '../state/notices.ts'
import { answerWithoutWallet } from './answerWithoutWallet.ts'
import type { EffectContext } from './context.ts'
import { diagnose } from './diagnose.ts'
import { jsonRpcRequest, namespaceSchema } from './hostArguments.ts'
import { addNetwork, removeNetwork, switchNetwork } from './hostNetworks.ts'
import { listConnectors } from './listConnectors.ts'

const signInOptions = v.object({
  namespace: v.exactOptional(namespaceSchema),
  statement: v.exactOptional(
    v.pipe(
      textSchema(1_000, 1),
      v.check((statement) => cleanText(statement, 1_000) === statement),
    ),
  ),
})

/**
 * Throws on an invalid sign-in statement instead of dropping it. Without the statement the visitor would sign another
 * message.
 */
const readSignInOptions = ([options]: unknown[]): SignInOptions => parseOrThrow(signInOptions, options ?? {})
const messageLimit = 120
/** Shows what can be shown of the page's text in one line. */
const readMessage = ([message]: unknown[]): string =>
  parseOrThrow(textSchema(messageLimit, 1), typeof message === 'string' && cleanText(message, messageLimit))
/** `network` may be null, because JSON turns a missing argument into null. */
const readNodeRequest = ([request, network]: unknown[]) =>
  [
    parseOrThrow(jsonRpcRequest, request),
    network == null ? undefined : parseOrThrow(caipNetworkIdSchema, network),
  ] as const
/** Names the value in the error, because a page's developer wrote it. */
const readNetworkId = ([network]: unknown[]): CaipNetworkId => {
  parseCaipNetworkId(cleanText(String(network), 64) || '""')
  return parseOrThrow(caipNetworkIdSchema, network)
}

/** The methods of the host page that the first view does not need. Each validates its own arguments. */
export const rareMethods = (context: EffectContext) => {
  const { store } = context
  /** A toast that nobody saw must not appear when the modal opens later. */
  const showMessage = (variant: 'success' | 'error', input: unknown[]): void => {
    const message = readMessage(input)
    if (store.get(isOpenAtom)) store.set(showToastAtom, { variant, message })
  }
  return {
    read: (input) => {
      const [request, caipNetworkId] = readNodeRequest(input)
      return answerWithoutWallet(context, 'eip155', request, caipNetworkId)
    },
    switchNetwork: (input) => switchNetwork(store, readNetworkId(input)),
    addNetwork: ([network]) => addNetwork(store, network),
    getConnectors: () => listConnectors(store),
    removeNetwork: (input) => removeNetwork(store, readNetworkId(input)),
    signIn: (input) => signInForPage(context, readSignInOptions(input)),
    showSuccessMessage: (input) => showMessage('success', input),
    showErrorMessage: (input) => showMessage('error', input),
    diagnose: () => diagnose(context),
  } satisfies { [Name in keyof FrameApi]?: (input: unknown[]) => unknown }
}
