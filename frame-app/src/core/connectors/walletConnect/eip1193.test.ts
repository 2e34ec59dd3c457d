import { expect, test, vi } from 'vitest'
import type { Line } from './dialects.ts'
import { eip1193 } from './eip1193.ts'

const openLine = (caipNetworkId?: string) => {
  const goTo = vi.fn(async () => null)
  const line: Line = { caipNetworkId: () => caipNetworkId, addresses: () => ['0xone'], goTo }
  const ask = (method: string, ...params: unknown[]) => eip1193.answers[method]?.(line, { method, params })
  return { goTo, ask }
}

test('accounts and the chain are those of the session', () => {
  const { ask } = openLine('eip155:8453')
  expect([ask('eth_accounts'), ask('eth_requestAccounts'), ask('eth_chainId')]).toEqual([
    ['0xone'],
    ['0xone'],
    '0x2105',
  ])
  expect(openLine().ask('eth_chainId')).toBe('0x0')
})

test('a chain is gone to by its number, and the request goes with it to a wallet that lacks it', async () => {
  const { ask, goTo } = openLine('eip155:1')
  await ask('wallet_switchEthereumChain', { chainId: '0x2105' })
  expect(goTo).toHaveBeenCalledWith('eip155:8453', {
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: '0x2105' }],
  })
})

test.each([[undefined], ['solana'], ['0x0'], ['-1'], ['0xffffffffffffffff']])('the chain %j is none', (chainId) => {
  expect(() => openLine().ask('wallet_switchEthereumChain', { chainId })).toThrow('The parameters are not valid')
})

test('permissions are the page’s own', () => {
  expect(() => openLine().ask('wallet_getPermissions')).toThrow('not supported')
})
