import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { SessionTypes } from '@walletconnect/types'
import { createPairingStarter, type StartPairing, userDisconnectedReason } from './pairing.ts'
import { createPendingRequests, createRequestSpacing } from './pendingRequests.ts'
import { readSession, type WalletConnectSession } from './readSession.ts'
import { signClientError } from './relayFailure.ts'
import { guardRelay, type Relayer } from './relayGuard.ts'
import { openSignClient, type SignClientInstance, type SignClientOptions } from './signClient.ts'

/** A `session_event` of the wallet: `chainChanged` or `accountsChanged`. */
export type WalletEvent = { name: string; data: unknown; caipNetworkId: string }

export type WalletConnectClient = {
  pair: StartPairing
  session(): WalletConnectSession | null
  /**
   * Connects to the relay, which then delivers the messages that it kept. With `isStale`, also replaces an open socket,
   * which may be dead.
   */
  wake(isStale?: boolean): Promise<void>
  /** Closes the socket to the relay, so that the browser can put the page in its back/forward cache. */
  sleep(): Promise<void>
  request(caipNetworkId: string, request: JsonRpcRequest): Promise<unknown>
  disconnect(): Promise<void>
  /** Whether `tab` was the last tab that claimed the stored data. */
  isClaimedBy(tab: string): Promise<boolean>
  claim(tab: string): Promise<void>
  /** Closes the socket, stops the heartbeat and forgets sign-client's core. The client can't be used afterwards. */
  close(): Promise<void>
}

export type WalletConnectClientEvents = {
  /** Called when the session changes or ends. */
  onSession(session: WalletConnectSession | null): void
  onEvent(event: WalletEvent, session: WalletConnectSession): void
  /**
   * Called in every tab after one tab published a request to the relay. A tab without a pending request ignores the
   * call.
   */
  onSent?(request: SentRequest): void
}
/** `id` is the request's JSON-RPC id, which the wallet sees. */
export type SentRequest = { id: number; topic: string }

const claimKey = 'appkit:tab'
const disconnectMs = 2_000

export type ClientOptions = SignClientOptions & WalletConnectClientEvents

/** Wraps sign-client in the interface that the frame needs. */
export const openClient = async (options: ClientOptions): Promise<WalletConnectClient> => {
  const { client, storage, forgetCore } = await openSignClient(options)
  const relayer = client.core.relayer as Relayer
  const relay = guardRelay(relayer, client.core.heartbeat, options.hostOrigin)
  const pending = createPendingRequests()
  const nextSlot = createRequestSpacing()

  // sign-client removes an expired session only at its next heartbeat.
  const current = () => client.session.getAll().findLast(({ expiry }) => expiry * 1_000 > Date.now()) ?? null
  const session = () => {
    const found = current()
    return found && readSession(found)
  }
  const notify = () => {
    pending.rejectOthers(current()?.topic)
    options.onSession(session())
  }
  listen(client, options, { current, notify })

  return {
    pair: createPairingStarter(client, relay, notify),
    session,
    wake: async (isStale = false) => {
      if (relayer.connected && isStale) await relay.use(() => relayer.restartTransport())
      else if (!relayer.connected) await relay.use(() => relayer.transportOpen())
    },
    sleep: () => relayer.transportClose(),
    request: async (chainId, { method, params }) => {
      await nextSlot()
      const topic = current()?.topic
      if (topic === undefined) throw new AppError(commonErrors.UNAUTHORIZED)
      try {
        const answer = relay.race(client.request({ topic, chainId, request: { method, params } }))
        return await pending.track(topic, answer)
      } catch (thrown) {
        throw signClientError(thrown)
      }
    },
    disconnect: async () => {
      const topic = current()?.topic
      if (topic === undefined) return
      // If the relay can't be reached, the wallet learns of the disconnect later or never. In this browser the session
      // ends at once in any case.
      await Promise.race([
        client.disconnect({ topic, reason: userDisconnectedReason }).catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, disconnectMs)),
      ])
      if (client.session.keys.includes(topic)) await client.session.delete(topic, userDisconnectedReason)
      notify()
    },
    isClaimedBy: async (tab) => (await storage.getItem(claimKey)) === tab,
    claim: (tab) => storage.setItem(claimKey, tab),
    close: async () => {
      client.core.heartbeat.stop()
      forgetCore()
      await relayer.transportClose()
    },
  }
}

type Sessions = { current(): SessionTypes.Struct | null; notify(): void }

const listen = (
  client: SignClientInstance,
  { onEvent, onSent }: WalletConnectClientEvents,
  { current, notify }: Sessions,
): void => {
  for (const event of ['session_update', 'session_delete', 'session_expire', 'session_extend'] as const)
    client.on(event, notify)
  client.on('session_event', ({ topic, params: { event, chainId } }) => {
    const session = current()
    if (session?.topic !== topic) return
    onEvent({ name: event.name, data: event.data, caipNetworkId: chainId }, readSession(session))
  })
  client.on('session_request_sent', ({ id, topic }) => onSent?.({ id, topic }))
}
