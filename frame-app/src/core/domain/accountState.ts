import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress, parseCaipNetworkId } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'

/** Validates a connection that the page reports. The page is the less trusted side. */
export const readAccountState = (value: unknown): AccountState => {
  const state = parseOrThrow(account, value)
  const { caipAddress, caipNetworkId, caipAddresses = [] } = state
  const ids = [caipAddress, caipNetworkId, ...caipAddresses].filter((id) => id !== undefined)
  if (new Set(ids.map(namespaceOf)).size > 1) throw new AppError(commonErrors.INVALID_PARAMS)
  return state
}

export const parseOrThrow = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new AppError(commonErrors.INVALID_PARAMS)
  return result.output
}

/**
 * The first view bundles only the valibot functions that this file uses. Another function would make every visit load
 * more.
 */
export const textSchema = (longest: number, shortest = 0) =>
  v.pipe(
    v.string(),
    v.check(({ length }) => length >= shortest && length <= longest),
  )
const passes = (check: (value: string) => void) => (value: string) => {
  try {
    check(value)
    return true
  } catch {
    return false
  }
}
const checkAddress = (value: string): void => {
  const { chainNamespace, address } = parseCaipAddress(value)
  if (!namespaces[chainNamespace].address.test(address)) throw new AppError(commonErrors.INVALID_ADDRESS)
}
export const caipNetworkIdSchema = v.pipe(textSchema(128), v.check(passes(parseCaipNetworkId)))
const caipAddress = v.pipe(textSchema(256), v.check(passes(checkAddress)))
export const walletIdSchema = textSchema(256, 1)
/** The maximum number of accounts in one report. It limits memory, and no visitor has more accounts. */
const accountLimit = 100
const namespaceOf = (caip: string) => caip.split(':')[0]

const account = v.object({
  status: v.picklist(['disconnected', 'connecting', 'reconnecting', 'connected']),
  caipAddress: v.exactOptional(caipAddress),
  caipNetworkId: v.exactOptional(caipNetworkIdSchema),
  caipAddresses: v.exactOptional(
    v.pipe(
      v.array(caipAddress),
      v.transform((list) => list.slice(0, accountLimit)),
    ),
  ),
  connectorId: v.exactOptional(walletIdSchema),
  accountType: v.exactOptional(v.picklist(['eoa', 'smartAccount', 'payment', 'ordinal', 'stx'])),
})
