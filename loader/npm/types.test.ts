import { createWalletClient, custom, type EIP1193Provider } from 'viem'
import { expectTypeOf, test } from 'vitest'
import { injected } from 'wagmi'
import type { Address, AppKitError, Eip1193Provider } from './index.ts'

const provider: Eip1193Provider = { request: async () => [], on: () => provider, removeListener: () => provider }

test('the provider fits the types of viem and wagmi without a cast', () => {
  expectTypeOf(provider).toExtend<EIP1193Provider>()
  expectTypeOf(createWalletClient({ transport: custom(provider) }).request).toBeFunction()
  expectTypeOf(injected({ target: { id: 'appkit', name: 'AppKit', provider } })).toBeFunction()
})

test('the provider types the values of its events', () => {
  expectTypeOf(provider.on<'accountsChanged'>)
    .parameter(1)
    .parameter(0)
    .toEqualTypeOf<Address[]>()
  expectTypeOf(provider.on<'chainChanged'>)
    .parameter(1)
    .parameter(0)
    .toEqualTypeOf<string>()
  expectTypeOf(provider.on<'disconnect'>)
    .parameter(1)
    .parameter(0)
    .toEqualTypeOf<AppKitError>()
})
