import { expect, test, vi } from 'vitest'
import { type NamespaceSession, sessionProviders } from './sessionProviders.ts'

const openProvider = (caipNetworkId?: string) => {
  const switchTo = vi.fn(async () => null)
  const session: NamespaceSession = { caipNetworkId: () => caipNetworkId, addresses: () => ['0xone'], switchTo }
  const ask = (method: string, ...params: unknown[]) =>
    sessionProviders.eip155?.answers[method]?.(session, { method, params })
  return { switchTo, ask }
}

test('answers requests for accounts and chain id from the session', () => {
  const { ask } = openProvider('eip155:8453')
  expect([ask('eth_accounts'), ask('eth_requestAccounts'), ask('eth_chainId')]).toEqual([
    ['0xone'],
    ['0xone'],
    '0x2105',
  ])
  expect(openProvider().ask('eth_chainId')).toBe('0x0')
})

test('reads the wanted chain from a switch request, and passes the request on for a wallet that must add the chain', async () => {
  const { ask, switchTo } = openProvider('eip155:1')
  await ask('wallet_switchEthereumChain', { chainId: '0x2105' })
  expect(switchTo).toHaveBeenCalledWith('eip155:8453', {
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: '0x2105' }],
  })
})

test.each([[undefined], ['solana'], ['0x0'], ['-1'], ['0xffffffffffffffff']])(
  'rejects a switch to %j, which is not a chain id',
  (chainId) => {
    expect(() => openProvider().ask('wallet_switchEthereumChain', { chainId })).toThrow('The parameters are not valid')
  },
)

test('sends no permission method to the wallet', () => {
  expect(() => openProvider().ask('wallet_getPermissions')).toThrow('not supported')
})
