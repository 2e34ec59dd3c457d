import { isChainNamespace, parseCaipAddress, parseCaipNetworkId } from 'loader/protocol/caip.ts'
import { AppError } from 'loader/protocol/errors.ts'
import { namespaces } from 'loader/protocol/namespaces.ts'
import { cleanText } from 'loader/protocol/text.ts'
import * as v from 'valibot'

/** What the host page may send with each call. The page is the less trusted side. */

/** More than any browser has; a page that announces more is playing. */
const walletLimit = 200
const iconLimit = 16_384

const namespace = v.custom<keyof typeof namespaces>((value) => typeof value === 'string' && isChainNamespace(value))
const passes = (check: (value: string) => void) => (value: string) => {
  try {
    check(value)
    return true
  } catch {
    // The check's own error names the value; here it only counts that there is one.
    return false
  }
}
const caipNetworkId = v.pipe(v.string(), v.maxLength(128), v.check(passes(parseCaipNetworkId)))
const isAddress = (value: string): boolean => {
  const { chainNamespace, address } = parseCaipAddress(value)
  return namespaces[chainNamespace].address.test(address)
}
const caipAddress = v.pipe(
  v.string(),
  v.maxLength(256),
  v.check(
    passes((value) => {
      if (!isAddress(value)) throw new AppError('INVALID_ADDRESS')
    }),
  ),
)
const walletId = v.pipe(v.string(), v.minLength(1), v.maxLength(256))

const openOptions = v.object({
  view: v.exactOptional(v.picklist(['Connect', 'Account', 'Networks', 'WhatIsAWallet'])),
  namespace: v.exactOptional(namespace),
})

const inset = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(10_000))
const insets = v.object({ top: inset, right: inset, bottom: inset, left: inset, keyboard: inset })

const pageWallet = v.object({
  id: walletId,
  name: v.pipe(
    v.string(),
    v.transform((name) => cleanText(name, 64)),
    v.minLength(1),
  ),
  rdns: v.exactOptional(v.pipe(v.string(), v.maxLength(256))),
  legacy: v.exactOptional(v.boolean()),
})
const wallets = v.pipe(
  v.array(v.unknown()),
  // One bad announcement never costs the others.
  v.transform((list) =>
    list.slice(0, walletLimit).flatMap((wallet) => {
      const result = v.safeParse(pageWallet, wallet)
      return result.success ? [result.output] : []
    }),
  ),
)

const icon = v.pipe(v.string(), v.maxLength(iconLimit), v.regex(/^(?:|data:image\/[a-z0-9.+-]+[;,].*)$/is))

const account = v.object({
  status: v.picklist(['disconnected', 'connecting', 'reconnecting', 'connected']),
  caipAddress: v.exactOptional(caipAddress),
  caipNetworkId: v.exactOptional(caipNetworkId),
  connectorId: v.exactOptional(walletId),
  accountType: v.exactOptional(v.picklist(['eoa', 'smartAccount', 'payment', 'ordinal', 'stx'])),
})

const jsonRpcRequest = v.object({
  method: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
  params: v.exactOptional(v.unknown()),
})

const parser =
  <const Items extends v.TupleItems>(items: Items) =>
  (input: unknown[]) => {
    // JSON turns a missing last argument into null.
    const given = input.slice(0, items.length).map((value) => value ?? undefined)
    while (given.length < items.length) given.push(undefined)
    const result = v.safeParse(v.tuple(items), given)
    if (!result.success) throw new AppError('INVALID_PARAMS')
    return result.output
  }

export const readOpen = parser([v.optional(openOptions, {})])
export const readClose = parser([v.boolean()])
export const readInsets = parser([insets])
export const readWallets = parser([wallets])
export const readWalletIcon = parser([walletId, icon])
export const readAccount = parser([namespace, account])
export const readRead = parser([jsonRpcRequest, v.optional(caipNetworkId)])
export const readSwitch = parser([caipNetworkId])
