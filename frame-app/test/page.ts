import { fromWire, toWire } from '@appkit-frame/loader/protocol/errors.ts'
import type { AccountState, FrameApi, HostApi, Outcome } from '@appkit-frame/loader/protocol/frameApi.ts'
import { caller, defineMethod, type ServedApi, serve } from '@appkit-frame/loader/protocol/peer.ts'
import type { Bootstrap } from '@appkit-frame/loader/protocol/serverApi.ts'
import { openWire } from '@appkit-frame/loader/protocol/wire.ts'
import { createStore } from 'jotai/vanilla'
import { onTestFinished } from 'vitest'
import { createConnectors } from '../src/connectors/index.ts'
import type { EffectContext } from '../src/effects/context.ts'
import { createHostApi } from '../src/effects/hostApi.ts'
import { startEffects } from '../src/effects/index.ts'
import { createNavigation } from '../src/router/navigation.ts'
import { setConnectorsAtom } from '../src/state/connections.ts'
import { setBootstrapAtom } from '../src/state/options.ts'
import { setHostAtom, wrapHost } from '../src/state/peers.ts'
import { setStorageAtom } from '../src/state/storage.ts'
import { bootstrap } from './bootstrap.ts'

export const address = '0x7a0b2c4d6e8f00112233445566778899aa0c36ef'

export const accountOn = (chainId: number, connectorId = 'io.example.harbor'): AccountState => ({
  status: 'connected',
  caipAddress: `eip155:${chainId}:${address}`,
  caipNetworkId: `eip155:${chainId}`,
  connectorId,
})

/**
 * Resolves once everything that is under way on the line has arrived. In many small steps: between two of them whatever is
 * ready runs, so that on a busy machine, which is late with everything, this is late too.
 */
export const settle = async (ms = 20): Promise<void> => {
  for (let step = 0; step < ms; step += 5) await new Promise((resolve) => setTimeout(resolve, 5))
}

type HostMethods = { [Name in keyof HostApi]?: (...args: Parameters<HostApi[Name]>) => unknown }

/** The frame's core as `main.ts` puts it together, and a host page at the other end of a real port. */
export const openPage = (
  methods: HostMethods = {},
  data: Partial<Bootstrap> = {},
  stage: Partial<Pick<EffectContext, 'draw' | 'isPrepared'>> = {},
) => {
  const { port1, port2 } = new MessageChannel()
  const [frameWire, pageWire] = [openWire(port1), openWire(port2)]
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
  serve(pageWire, served, toWire)

  const store = createStore()
  const host = wrapHost(frameWire)
  store.set(setBootstrapAtom, { ...bootstrap, ...data })
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
    isPrepared: () => false,
    ...stage,
  }
  startEffects(context)
  serve(frameWire, createHostApi(context), toWire)

  const call = caller<FrameApi>(pageWire, { timeoutMs: 1_000, fromWire })
  return { store, navigation, context, call, outcomes, calls }
}
