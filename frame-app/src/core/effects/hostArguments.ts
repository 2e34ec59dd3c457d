import type { CaipNetworkId, OpenOptions, SignInOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import {
  caipNetworkIdSchema,
  parseOrThrow,
  readAccountState,
  textSchema,
  walletIdSchema,
} from '../domain/accountState.ts'
import { keepValidOptions, type ReadRest } from './hostOptions.ts'

/** Validates the arguments of the host page, the less trusted side. */

/** The maximum number of wallets in a page's list, more than any real browser has. */
const walletLimit = 200
const iconLimit = 16_384
/** The document's script cuts names at the same length, so a name stays the same when React takes over. */
const nameLimit = 40
const messageLimit = 120

const namespace = v.picklist(Object.keys(namespaces) as ChainNamespace[])

export const openFields = {
  view: v.picklist(['Connect', 'AllWallets', 'Account', 'Networks', 'ProfileWallets', 'WhatIsAWallet']),
  wallet: textSchema(256, 1),
  uri: v.pipe(v.string(), v.regex(/^wc:\S{1,2048}$/)),
  namespace,
  signIn: v.picklist(['required', 'optional', 'none']),
}

const signInOptions = v.object({
  namespace: v.exactOptional(namespace),
  statement: v.exactOptional(
    v.pipe(
      textSchema(1_000, 1),
      v.check((statement) => cleanText(statement, 1_000) === statement),
    ),
  ),
})

const inset = v.pipe(
  v.number(),
  v.check((pixels) => pixels >= 0 && pixels <= 10_000),
)
const insets = v.object({ top: inset, right: inset, bottom: inset, left: inset, keyboard: inset })

const pageWallet = v.object({
  id: walletIdSchema,
  name: v.pipe(
    v.string(),
    v.transform((name) => cleanText(name, nameLimit)),
    v.check((name) => name !== ''),
  ),
  rdns: v.exactOptional(textSchema(256)),
  namespace: v.exactOptional(namespace),
  legacy: v.exactOptional(v.boolean()),
})
const wallets = v.pipe(
  v.array(v.unknown()),
  // Drops an invalid wallet, so that the page's other wallets stay.
  v.transform((list) =>
    list.slice(0, walletLimit).flatMap((wallet) => {
      const result = v.safeParse(pageWallet, wallet)
      return result.success ? [result.output] : []
    }),
  ),
)

/** Accepts every icon that the document's script shows, so that React finds the same image. */
const icon = v.pipe(textSchema(iconLimit), v.regex(/^(?:|data:image\/.+)$/s))

const jsonRpcRequest = v.object({
  method: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
  params: v.exactOptional(v.unknown()),
})

/**
 * Drops invalid options and reports each through `readRest`. `refused` is the view that the page asks for, if the page
 * can't open it. The view `true` comes from JSX, where `<button data-appkit-open>` sets the attribute to `true`, and
 * means no view.
 */
export const readOpenOptions = ([options]: unknown[], readRest: ReadRest): OpenOptions & { refused?: unknown } => {
  const { view, ...others } = Object(options)
  if (!view || view === 'true') return keepValidOptions(openFields, others, readRest)
  return v.is(openFields.view, view) ? { view, ...keepValidOptions(openFields, others, readRest) } : { refused: view }
}
/**
 * Throws on an invalid sign-in statement instead of dropping it. Without the statement the visitor would sign another
 * message.
 */
export const readSignInOptions = ([options]: unknown[]): SignInOptions => parseOrThrow(signInOptions, options ?? {})
/** Shows what can be shown of the page's text in one line. */
export const readMessage = ([message]: unknown[]): string =>
  parseOrThrow(textSchema(messageLimit, 1), typeof message === 'string' && cleanText(message, messageLimit))
export const readIsClosed = ([isClosed]: unknown[]) => parseOrThrow(v.boolean(), isClosed)
export const readViewportInsets = ([value]: unknown[]) => parseOrThrow(insets, value)
export const readWallets = ([list]: unknown[]) => parseOrThrow(wallets, list)
export const readWalletIcon = ([id, value]: unknown[]) =>
  [parseOrThrow(walletIdSchema, id), parseOrThrow(icon, value)] as const
export const readAccountReport = ([name, value]: unknown[]) => {
  const [chainNamespace, state] = [parseOrThrow(namespace, name), readAccountState(value)]
  // All ids must belong to the reported namespace, because otherwise a chain adapter would get an address of another
  // chain.
  for (const id of [state.caipAddress, state.caipNetworkId, ...(state.caipAddresses ?? [])])
    if (id !== undefined && !id.startsWith(`${chainNamespace}:`)) throw new AppError(commonErrors.INVALID_PARAMS)
  return [chainNamespace, state] as const
}
const frameConnectorId = v.picklist(['walletConnect', 'embedded'])
export const readFrameConnection = ([name, connectorId]: unknown[]) =>
  [parseOrThrow(namespace, name), parseOrThrow(frameConnectorId, connectorId)] as const
export const readWalletRequest = ([name, request, connectorId]: unknown[]) =>
  [parseOrThrow(namespace, name), parseOrThrow(jsonRpcRequest, request), connectorId] as const
/** `network` may be null, because JSON turns a missing argument into null. */
export const readNodeRequest = ([request, network]: unknown[]) =>
  [
    parseOrThrow(jsonRpcRequest, request),
    network == null ? undefined : parseOrThrow(caipNetworkIdSchema, network),
  ] as const
/** Names the value in the error, because a page's developer wrote it. */
export const readNetworkId = ([network]: unknown[]): CaipNetworkId => {
  parseCaipNetworkId(cleanText(String(network), 64) || '""')
  return parseOrThrow(caipNetworkIdSchema, network)
}
