import type { OpenOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import { parseOrThrow, readAccountState, textSchema, walletIdSchema } from '../domain/accountState.ts'
import { keepValidOptions, type ReadRest } from './hostOptions.ts'

/** Validates the arguments of the host page, the less trusted side. */

/** The maximum number of wallets in a page's list, more than any real browser has. */
const walletLimit = 200
const iconLimit = 16_384
/** The document's script cuts names at the same length, so a name stays the same when React takes over. */
const nameLimit = 40

export const namespaceSchema = v.picklist(Object.keys(namespaces) as ChainNamespace[])

export const openFields = {
  view: v.picklist(['Connect', 'AllWallets', 'Account', 'Networks', 'ProfileWallets', 'WhatIsAWallet']),
  wallet: textSchema(256, 1),
  uri: v.pipe(v.string(), v.regex(/^wc:\S{1,2048}$/)),
  namespace: namespaceSchema,
  signIn: v.picklist(['required', 'optional', 'none']),
}

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
  namespace: v.exactOptional(namespaceSchema),
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

export const jsonRpcRequest = v.object({
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
export const readIsClosed = ([isClosed]: unknown[]) => parseOrThrow(v.boolean(), isClosed)
export const readViewportInsets = ([value]: unknown[]) => parseOrThrow(insets, value)
export const readWallets = ([list]: unknown[]) => parseOrThrow(wallets, list)
export const readWalletIcon = ([id, value]: unknown[]) =>
  [parseOrThrow(walletIdSchema, id), parseOrThrow(icon, value)] as const
export const readAccountReport = ([name, value]: unknown[]) => {
  const [chainNamespace, state] = [parseOrThrow(namespaceSchema, name), readAccountState(value)]
  // All ids must belong to the reported namespace, because otherwise a chain adapter would get an address of another
  // chain.
  for (const id of [state.caipAddress, state.caipNetworkId, ...(state.caipAddresses ?? [])])
    if (id !== undefined && !id.startsWith(`${chainNamespace}:`)) throw new AppError(commonErrors.INVALID_PARAMS)
  return [chainNamespace, state] as const
}
const frameConnectorId = v.picklist(['walletConnect', 'embedded'])
export const readFrameConnection = ([name, connectorId]: unknown[]) =>
  [parseOrThrow(namespaceSchema, name), parseOrThrow(frameConnectorId, connectorId)] as const
export const readWalletRequest = ([name, request, connectorId]: unknown[]) =>
  [parseOrThrow(namespaceSchema, name), parseOrThrow(jsonRpcRequest, request), connectorId] as const
