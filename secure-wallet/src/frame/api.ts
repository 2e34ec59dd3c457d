import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { defineMethod, type ServedApi, type ServedMethod } from '@appkit-frame/loader/protocol/wire/peer.ts'
import * as v from 'valibot'
import { parseStrictly } from '../requests/methods/method.ts'

/** The size limit of a request. Typed data and call bundles are the largest requests. */
const rpcRequestLimit = 262_144

const nothing = v.strictTuple([])
const email = v.strictTuple([v.pipe(v.string(), v.maxLength(254), v.email())])
const rpcRequest = v.strictTuple([
  v.strictObject({
    method: v.pipe(v.string(), v.maxLength(64)),
    params: v.optional(v.unknown()),
    chainId: v.pipe(v.string(), v.maxLength(64)),
    chainNamespace: v.picklist(Object.keys(namespaces) as ChainNamespace[]),
  }),
])

const network = v.strictTuple([
  v.custom<CaipNetworkId>((id) => typeof id === 'string' && id.length <= 64 && id.includes(':')),
])

const look = v.strictTuple([
  v.strictObject({
    theme: v.picklist(['light', 'dark']),
    locale: v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/)),
    accent: v.exactOptional(v.pipe(v.string(), v.hexColor())),
    radius: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(48))),
    width: v.pipe(v.number(), v.minValue(240), v.maxValue(480)),
  }),
])

const served = <Input extends unknown[]>(
  schema: v.GenericSchema<unknown, Input>,
  run: (...input: NoInfer<Input>) => unknown,
  limit?: number,
): ServedMethod<Input> =>
  defineMethod(
    (input) => parseStrictly(schema, input),
    (input) => run(...input),
    limit,
  )

type Run<Name extends keyof SecureApi> = (
  ...args: Parameters<SecureApi[Name]>
) => ReturnType<SecureApi[Name]> | Promise<ReturnType<SecureApi[Name]>>
export type SecureApiParts = { [Name in keyof SecureApi]: Run<Name> }

/** The methods that the modal's frame may call. A method of `SecureApi` without a row here does not compile. */
export const createSecureApi = (parts: SecureApiParts) =>
  ({
    capabilities: served(nothing, () => parts.capabilities()),
    look: served(look, (wanted) => parts.look(wanted)),
    connectEmail: served(email, (address) => parts.connectEmail(address)),
    connectPasskey: served(nothing, () => parts.connectPasskey()),
    isConnected: served(nothing, () => parts.isConnected()),
    rpcRequest: served(
      rpcRequest,
      ({ params, ...request }) => parts.rpcRequest({ ...request, params }),
      rpcRequestLimit,
    ),
    rpcAbort: served(nothing, () => parts.rpcAbort()),
    switchNetwork: served(network, (id) => parts.switchNetwork(id)),
    openSettings: served(nothing, () => parts.openSettings()),
    leave: served(nothing, () => parts.leave()),
    disconnect: served(nothing, () => parts.disconnect()),
    offerReturn: served(nothing, () => parts.offerReturn()),
    heartbeat: served(nothing, () => parts.heartbeat()),
  }) satisfies ServedApi & { [Name in keyof SecureApi]: ServedMethod<Parameters<SecureApi[Name]>> }
