import type { HostApi } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { fromWire } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { textEndpoint } from '@appkit-frame/loader/protocol/wire/endpoint.ts'
import { caller } from '@appkit-frame/loader/protocol/wire/peer.ts'
import {
  approvalMs,
  connectRequestMs,
  heartbeatMs,
  readMs,
  signOutMs,
} from '@appkit-frame/loader/protocol/wire/timings.ts'
import type { Transport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { transferHandlers, wrap } from 'comlink'
import { atom } from 'jotai/vanilla'

/** A proxied argument would open a port by which the other side could call into this realm. */
transferHandlers.delete('proxy')

type Calls<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
}
export type Host = Calls<HostApi>
export type Secure = Calls<SecureApi>

/** Methods that wait for the visitor get more time. */
const hostTimings: { [Name in keyof HostApi]?: number } = {
  connect: approvalMs,
  request: approvalMs,
  // The site's server may ask a node in turn.
  siwx: connectRequestMs,
}
const secureTimings: { [Name in keyof SecureApi]?: number } = {
  connectEmail: connectRequestMs,
  rpcRequest: approvalMs,
  signOut: signOutMs,
  isConnected: connectRequestMs,
  heartbeat: heartbeatMs,
}

const wrapTransport = <Api extends { [Name in keyof Api]: (...args: never[]) => unknown }>(
  transport: Transport,
  timings: { [Name in keyof Api]?: number },
): Calls<Api> => {
  const call = caller<Api>(transport, { timeoutMs: readMs, fromWire })
  const timeoutFor = (method: string) => ({ timeoutMs: timings[method as keyof Api] ?? readMs })
  // Comlink's type also has properties, constructors and ports, which the endpoint refuses.
  return wrap(textEndpoint(call as never, timeoutFor) as never) as unknown as Calls<Api>
}

export const wrapHost = (transport: Transport): Host => wrapTransport<HostApi>(transport, hostTimings)
export const wrapSecure = (transport: Transport): Secure => wrapTransport<SecureApi>(transport, secureTimings)

// In an object, because Comlink's proxy is callable and jotai calls a function to get the next value.
const hostSourceAtom = atom<{ host: Host } | null>(null)

/** The api of the host page; null before the handshake. */
export const hostAtom = atom((get) => get(hostSourceAtom)?.host ?? null)
export const setHostAtom = atom(null, (_get, set, host: Host) => set(hostSourceAtom, { host }))
