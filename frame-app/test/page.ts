import type { AccountState, FrameApi, HostApi, Outcome } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Bootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fromWireError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { createApiCaller, defineMethod, type ServedApi, serveApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { createStore } from 'jotai/vanilla'
import { onTestFinished } from 'vitest'
import { createConnectors } from '../src/core/connectors/index.ts'
import type { EffectContext } from '../src/core/effects/context.ts'
import { createHostApi } from '../src/core/effects/hostApi.ts'
import { startEffects } from '../src/core/effects/index.ts'
import { setConnectorsAtom } from '../src/core/state/connections.ts'
import { setBootstrapAtom } from '../src/core/state/options.ts'
import { createHostPeer, setHostAtom } from '../src/core/state/peers.ts'
import { setStorageAtom } from '../src/core/state/storage.ts'
import { createNavigation } from '../src/router/navigation.ts'
import { sampleBootstrap } from './bootstrap.ts'

export const sampleAddress = '0x7a0b2c4d6e8f00112233445566778899aa0c36ef'

export const sampleAccountOn = (chainId: number, connectorId = 'io.example.harbor'): AccountState => ({
  status: 'connected',
  caipAddress: `eip155:${chainId}:${sampleAddress}`,
  caipNetworkId: `eip155:${chainId}`,
  connectorId,
})

/** The timer of the machine, also in a test that moves the clock itself. */
const realSetTimeout = setTimeout

/**
 * Waits until pending messages have arrived. A busy machine delivers messages late, so this waits in small steps, which
 * also take longer there. Each step is a turn of the event loop, in which a message can arrive.
 */
export const waitForMessages = async (ms = 20): Promise<void> => {
  for (let step = 0; step < ms; step++) await new Promise((resolve) => realSetTimeout(resolve, 1))
}

type HostMethods = { [Name in keyof HostApi]?: (...args: Parameters<HostApi[Name]>) => unknown }

/** Starts the frame's core as `main.ts` does, with a host page at the other end of a real MessagePort. */
export const openPage = (
  methods: HostMethods = {},
  data: Partial<Bootstrap> = {},
  stage: Partial<Pick<EffectContext, 'draw' | 'renew' | 'prerenderedView' | 'onLeave'>> = {},
) => {
  const { port1, port2 } = new MessageChannel()
  const [frameWire, pageWire] = [openTransport(port1), openTransport(port2)]
  onTestFinished(() => {
    frameWire.close()
    pageWire.close()
  })

  const outcomes: Outcome[] = []
  const calls: string[] = []
  const all: HostMethods = { shown: () => {}, close: (outcome) => outcomes.push(outcome), ...methods }
  const served: ServedApi = {}
  for (const [name, run] of Object.entries(all))
    served[name] = defineMethod(
      (input) => input,
      (input) => {
        calls.push(name)
        return (run as (...args: unknown[]) => unknown)(...input)
      },
    )
  serveApi(pageWire, served, toWireError)

  const store = createStore()
  const host = createHostPeer(frameWire)
  store.set(setBootstrapAtom, { ...sampleBootstrap, ...data })
  store.set(setHostAtom, host)
  store.set(setStorageAtom, null, 'https://shop.example')
  store.set(setConnectorsAtom, createConnectors({ store, host, hostOrigin: 'https://shop.example' }))
  const navigation = createNavigation(store)
  const context = {
    store,
    host,
    hostOrigin: 'https://shop.example',
    navigation,
    draw: async () => {},
    renew: () => {},
    prerenderedView: () => undefined,
    onLeave: () => {},
    ...stage,
  }
  startEffects(context)
  serveApi(frameWire, createHostApi(context), toWireError)

  const call = createApiCaller<FrameApi>(pageWire, { timeoutMs: 1_000, fromWire: fromWireError })
  return { store, navigation, context, call, outcomes, calls }
}
