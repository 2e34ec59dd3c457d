import type { HostApi } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { fromWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { textEndpoint } from '@appkit-frame/loader/protocol/wire/endpoint.ts'
import { createApiCaller } from '@appkit-frame/loader/protocol/wire/peer.ts'
import {
  approvalTimeoutMs,
  heartbeatIntervalMs,
  loginStartTimeoutMs,
  readTimeoutMs,
} from '@appkit-frame/loader/protocol/wire/timings.ts'
import type { Transport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { transferHandlers, wrap } from 'comlink'
import { atom } from 'jotai/vanilla'

/**
 * Removes Comlink's handler of proxied arguments. Such an argument would open a port by which the other side could call
 * functions of this frame.
 */
transferHandlers.delete('proxy')

type Calls<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
}
export type HostPeer = Calls<HostApi>
export type SecurePeer = Calls<SecureApi>

/** Timeouts of the methods of the host page. A method that waits for the visitor gets more time. */
const hostTimings: { [Name in keyof HostApi]?: number } = {
  connect: approvalTimeoutMs,
  request: approvalTimeoutMs,
  // A call of the site's sign-in functions takes longer, because the site's server may ask a node in turn.
  siwx: loginStartTimeoutMs,
}
const secureTimings: { [Name in keyof SecureApi]?: number } = {
  connectEmail: loginStartTimeoutMs,
  rpcRequest: approvalTimeoutMs,
  isConnected: loginStartTimeoutMs,
  heartbeat: heartbeatIntervalMs,
}

const wrapTransport = <Api extends { [Name in keyof Api]: (...args: never[]) => unknown }>(
  transport: Transport,
  timings: { [Name in keyof Api]?: number },
  fromWire = fromWireError,
): Calls<Api> => {
  const call = createApiCaller<Api>(transport, { timeoutMs: readTimeoutMs, fromWire })
  const timeoutFor = (method: string) => ({ timeoutMs: timings[method as keyof Api] ?? readTimeoutMs })
  // The cast narrows Comlink's type, which also has properties, constructors and ports. The endpoint refuses these.
  return wrap(textEndpoint(call as never, timeoutFor) as never) as unknown as Calls<Api>
}

export const createHostPeer = (transport: Transport): HostPeer => wrapTransport<HostApi>(transport, hostTimings)
export const createSecurePeer = (transport: Transport, fromWire: typeof fromWireError): SecurePeer =>
  wrapTransport<SecureApi>(transport, secureTimings, fromWire)

// The host stands in an object, because Comlink's proxy is callable and jotai would call it to compute the next value.
const hostSourceAtom = atom<{ host: HostPeer } | null>(null)

/** The functions that the host page serves to this frame; null before the handshake. */
export const hostAtom = atom((get) => get(hostSourceAtom)?.host ?? null)
export const setHostAtom = atom(null, (_get, set, host: HostPeer) => set(hostSourceAtom, { host }))
