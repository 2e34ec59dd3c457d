import { AppError } from 'loader/protocol/errors.ts'
import { type ChainNamespace, namespaces } from 'loader/protocol/namespaces.ts'
import { defineMethod, type Method, type ServedApi } from 'loader/protocol/peer.ts'
import type { SecureApi } from 'loader/protocol/secureApi.ts'
import * as v from 'valibot'
import { answerRpc } from './methods/index.ts'
import { parseStrictly } from './methods/method.ts'

/** Typed data and call bundles are the largest things that a visitor can be asked about. */
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
): Method<Input> =>
  defineMethod(
    (input) => parseStrictly(schema, input),
    (input) => run(...input),
    limit,
  )

/** Everything that the modal can ask of this frame. A method of `SecureApi` without a row here doesn't compile. */
export const secureApi = {
  capabilities: served(nothing, () => ({ email: false, social: false })),
  connectEmail: served(email, () => {
    throw new AppError('LOGIN_NOT_AVAILABLE')
  }),
  isConnected: served(nothing, () => ({ isConnected: false, accounts: {} })),
  rpcRequest: served(rpcRequest, ({ method, params }) => answerRpc(method, params), rpcRequestLimit),
  look: served(look, () => undefined),
  rpcAbort: served(nothing, () => undefined),
  switchNetwork: served(v.strictTuple([v.string()]), () => ({ isConnected: false, accounts: {} })),
  openSettings: served(nothing, () => {
    throw new AppError('LOGIN_NOT_AVAILABLE')
  }),
  leave: served(nothing, () => undefined),
  // There is no session to end, so whoever signs out is signed out.
  signOut: served(nothing, () => undefined),
  heartbeat: served(nothing, () => undefined),
} satisfies ServedApi & { [Name in keyof SecureApi]: Method<Parameters<SecureApi[Name]>> }
